import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { makeAvatar, NotAnImage } from '../../../server/images/avatar-image.ts';
import { countScans } from '../../../server/images/jpeg-scans.ts';
import { aBomb, aForm, aPicture } from '../../helpers/images.ts';
import { aPerson } from '../../helpers/make.ts';
import { dial, get, listening, readAll } from '../../helpers/raw-http.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';
import { startServer, workOf } from '../../helpers/start-server.ts';

const server = await startServer();
const { token } = await server.signUp();
const MIB = 1024 * 1024;

function send(body: unknown) {
  return server.ask<OwnUser>('PATCH', '/users/avatar', { token, body });
}

describe('what is no picture', () => {
  test('of countless parts is read no further than to the first too many (X-446)', async () => {
    const own = await listening(await startServer());
    const someone = await own.signUp();
    const sendForm = async (parts: number) => {
      const form = '--x\r\n\r\n\r\n'.repeat(parts);
      const socket = dial(own);
      socket.write(
        `PATCH /users/avatar HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${someone.token}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n${form}` +
          get('/healthz', 'Connection: close\r\n'),
      );
      // The second answer comes when all of the form has been read.
      expect(await readAll(socket)).toMatch(/^HTTP\/1.1 400 .*HTTP\/1.1 200 /s);
    };
    await sendForm(7_000);
    const ofFew = await workOf(() => sendForm(7_000));
    expect(await workOf(() => sendForm(210_000))).toBeLessThan(12 * ofFew);
  });

  test('does not make the memory grow, however often it is sent', async () => {
    const bomb = aBomb(20_000);
    await send(aForm(bomb));
    const start = process.memoryUsage().rss;
    for (let count = 0; count < 30; count += 1) expect((await send(aForm(bomb))).status).toBe(400);
    expect(process.memoryUsage().rss - start).toBeLessThan(64 * MIB);
  });
});

describe('a picture that is work without end', async () => {
  const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#257942' } })
    .jpeg({ progressive: true })
    .toBuffer();
  /** The last scan is there so many times. */
  const withScans = (times: number) => {
    const start = large.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = large.subarray(start, large.length - 2);
    return Buffer.concat([large.subarray(0, start), ...Array<Buffer>(times).fill(scan), large.subarray(-2)]);
  };

  test('is refused for its scans, which are counted and not read (X-149)', async () => {
    expect((await send(aForm(large))).status).toBe(200);
    const bomb = withScans(
      Math.floor((2 * MIB - large.length) / (large.length - large.lastIndexOf('\xff\xda', 'latin1'))),
    );
    expect(await send(aForm(bomb))).toMatchObject({ status: 400, body: { fields: { avatar: 'invalid' } } });
    expect(countScans(large, 100)).toBeLessThan(20);
    expect(countScans(withScans(90), 100)).toBe(countScans(large, 100) + 89);
    expect(countScans(bomb, 100)).toBe(100);
  });

  test('is stopped in the middle, and the next one is taken (X-150)', async () => {
    const small = await aPicture();
    await makeAvatar(small);
    const [endless, after] = [makeAvatar(large, { processorTime: 1 }), makeAvatar(small)];
    await expect(endless).rejects.toThrow(NotAnImage);
    expect(await sharp(await after).metadata()).toMatchObject({ format: 'webp', width: 256 });
  });
});

/** Of a process; empty where there is no /proc. */
function childrenOf(pid: number): number[] {
  const children = `/proc/${pid}/task/${pid}/children`;
  return existsSync(children) ? readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

if (process.platform === 'linux') {
  test('a decoder that starts slowly, and one that stands still, cost nobody their picture (X-447)', async () => {
    const own = new ServerProcess({ DATABASE_URL: 'sqlite::memory:' });
    const address = await own.ready();
    const [person, picture] = [aPerson(), await aPicture('png')];
    expect((await signUp(address, person)).status).toBe(201);
    const headers = { 'content-type': 'application/json' };
    const login = await fetch(`${address}/sessions`, { method: 'POST', headers, body: JSON.stringify(person) });
    const { token: authorization } = (await login.json()) as { token: string };
    const upload = async () => {
      const answer = await fetch(`${address}/users/avatar`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${authorization}` },
        body: aForm(picture),
      });
      return answer.status;
    };
    const decoderOf = () => childrenOf(own.child.pid ?? 0)[0] ?? 0;
    const first = upload();
    await expect.poll(decoderOf).not.toBe(0);
    for (const answer of [() => first, upload]) {
      const decoder = decoderOf();
      process.kill(decoder, 'SIGSTOP');
      const status = answer();
      // Longer than the processor time that a picture may take.
      await setTimeout(6_000);
      process.kill(decoder, 'SIGCONT');
      expect(await status).toBe(200);
    }
  });
}

test('files that never arrive hold up those of their network only, and for no longer than they are there (X-151)', async () => {
  const school = await startServer({ trustedProxies: ['127.0.0.1'] });
  let begun = 0;
  school.app.addHook('onRequest', async ({ method }) => {
    if (method === 'PATCH') begun += 1;
  });
  await listening(school);
  const bytes = await aPicture();
  const upload = async (from: string) => {
    const pupil = await school.signUp();
    const body = aForm(bytes);
    const { status } = await school.ask('PATCH', '/users/avatar', {
      token: pupil.token,
      body,
      headers: { 'x-forwarded-for': from },
    });
    return status;
  };
  const stalled = [];
  for (let count = 0; count < 6; count += 1) {
    const pupil = await school.signUp();
    const socket = dial(school);
    socket.write(
      'PATCH /users/avatar HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\n' +
        `Authorization: Bearer ${pupil.token}\r\nContent-Length: 1000\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n',
    );
    stalled.push(socket);
  }
  await expect.poll(() => begun).toBe(6);
  let own: number | undefined;
  const waiting = upload('203.0.113.1').then((status) => (own = status));
  expect(await upload('203.0.113.2')).toBe(200);
  expect(own).toBeUndefined();
  for (const socket of stalled) socket.destroy();
  expect(await waiting).toBe(200);
});

test('pictures that come in a crowd wait in a line, past which they are refused, and hold up nobody who logs in', async () => {
  const { person } = await server.signUp();
  const bytes = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#257942' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const before = process.memoryUsage().rss;
  let taken = 0;
  const crowd = Array.from({ length: 60 }, async () => {
    const answer = await send(aForm(bytes));
    if (answer.status === 200) taken += 1;
    return answer;
  });
  await server.logIn(person);
  const takenBefore = taken;
  const answers = await Promise.all(crowd);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  const refused = answers.find(({ status }) => status === 503);
  expect(refused).toMatchObject({ body: { code: 'overloaded' }, headers: { 'retry-after': '1' } });
  expect(takenBefore).toBeLessThan(taken / 2);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * MIB);
});
