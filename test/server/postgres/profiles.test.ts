import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../server/load/limits.ts';
import { startServer, statusesOf } from '../../helpers/start-server.ts';

describe('requests that read a profile', () => {
  test.for([
    '/profile',
    '/profile/history',
    '/profile/resume.json',
    '/users/:id',
    '/u/:handle/card.svg',
    '/u/:handle/badge/css.json',
  ])('occupy no slot of other requests: GET %s (X-650)', async (path) => {
    const server = await startServer({ machine: { requests: { running: { total: 0 }, waiting: {}, timeOut: 1 } } });
    const { user, token } = await server.signUp();
    const { status } = await server.ask('GET', path.replace(':id', user.id).replace(':handle', 'ana'), { token });
    expect(status).toBe(path.startsWith('/u/') ? 404 : 200);
  });

  test.for([
    ['GET', '/profile'],
    ['PUT', '/profile'],
    ['DELETE', '/users/avatar'],
  ] as const)('run three at a time, while others go on: %s %s (X-650)', async ([method, path]) => {
    const server = await startServer({ machine: { requests: { ...LIMITS.requests, running: { total: 1 } } } });
    const released = Promise.withResolvers<void>();
    let reading = 0;
    server.app.addHook('preSerialization', async (request, _reply, payload) => {
      if (request.url === path) {
        reading += 1;
        await released.promise;
      }
      return payload;
    });
    const { token } = await server.signUp();
    const body = method === 'PUT' ? { bio: 'Oi' } : undefined;
    const asked = Array.from({ length: 4 }, () => server.ask(method, path, { token, body }));
    await expect.poll(() => reading).toBe(3);
    for (let count = 0; count < 3; count += 1) {
      expect((await server.ask('GET', '/classes', { token })).status).toBe(200);
    }
    expect(reading).toBe(3);
    released.resolve();
    expect(new Set(statusesOf(await Promise.all(asked)))).toEqual(new Set([200]));
  });
});
