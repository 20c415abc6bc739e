import { describe, expect, test } from 'vitest';
import type { PublicUser } from '#contract/user.ts';
import type { AppParts } from '../../../server/app.ts';
import { startServer } from '../../helpers/start-server.ts';

type Case = [string, Partial<AppParts>, Record<string, string>, string];

const forwarded = { 'x-forwarded-host': 'front.example', 'x-forwarded-proto': 'https' };
const proxies = { trustedProxies: ['127.0.0.1'] };
const schemes = ['javascript', 'data', 'ftp', 'https://evil.example/?'].map((scheme): Case => {
  return [`a scheme ${scheme}`, proxies, { ...forwarded, 'x-forwarded-proto': scheme }, 'http://front.example'];
});

describe('the URLs in a response', () => {
  test.for<Case>([
    ['a direct request', {}, { host: 'trilha.lan:3333' }, 'http://trilha.lan:3333'],
    ['PUBLIC_URL', { publicUrl: 'https://trilha.example', ...proxies }, forwarded, 'https://trilha.example'],
    ['a trusted proxy', proxies, forwarded, 'https://front.example'],
    ['no proxy', {}, { ...forwarded, host: 'trilha.lan' }, 'http://trilha.lan'],
    ['another proxy', { trustedProxies: ['10.0.0.0/8'] }, { ...forwarded, host: 'trilha.lan' }, 'http://trilha.lan'],
    ...schemes,
  ])('with %s begin with the origin that may be trusted', async ([, parts, headers, origin]) => {
    const server = await startServer(parts);
    const { token } = await server.signUp();
    await server.addAvatar(token);
    await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
    await server.signUpPublic();
    const answer = await server.ask<PublicUser[]>('GET', '/users?perPage=1', { headers });
    const addresses = [answer.headers['nexturl'], answer.body[0]?.avatar_url];
    expect(addresses.map((address) => new URL(String(address)).origin)).toEqual([origin, origin]);
  });

  test('never contain an invalid forwarded host (X-443)', async () => {
    const server = await startServer(proxies);
    for (const host of ['evil.example/?', 'good@evil.example', '"><x>']) {
      const headers = { ...forwarded, 'x-forwarded-host': host };
      expect((await server.ask('GET', '/users', { headers })).status).toBe(400);
    }
  });
});
