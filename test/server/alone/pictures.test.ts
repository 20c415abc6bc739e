import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeAvatar } from '../../../server/images/avatar-image.ts';
import { makeChild } from '../../../server/images/child.ts';
import { Overloaded } from '../../../server/load/queue.ts';
import { aBomb, aForm, anAnimation, aPicture } from '../../helpers/images.ts';
import { dial, get, listening, readAll } from '../../helpers/raw-http.ts';
import { startServer, workOf } from '../../helpers/start-server.ts';

const NETWORK = '203.0.113.1';

const server = await startServer({ trustedProxies: ['127.0.0.1'] });
let uploads = 0;
server.app.addHook('onRequest', async ({ method }) => {
  if (method === 'PATCH') uploads += 1;
});
await listening(server);
const { token, person } = await server.signUp();
const MIB = 1024 * 1024;

function send(bytes: Buffer, { from = NETWORK, by = token } = {}) {
  return server.ask('PATCH', '/users/avatar', { token: by, body: aForm(bytes), headers: { 'x-forwarded-for': from } });
}

/** A connection that has sent the head of an upload and the beginning of its body. */
function beginUpload(length: number, body: string, by = token) {
  const socket = dial(server);
  socket.write(
    `PATCH /users/avatar HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${NETWORK}\r\nAuthorization: Bearer ${by}\r\n` +
      `Content-Length: ${length}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n${body}`,
  );
  return socket;
}

async function progressive(side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#257942' } as const;
  return sharp({ create }).jpeg({ progressive: true }).toBuffer();
}

async function sendParts(count: number): Promise<void> {
  const form = '--x\r\n\r\n\r\n'.repeat(count);
  const socket = beginUpload(form.length, form + get('/healthz', 'Connection: close\r\n'));
  // The second response follows once the whole form has been received.
  expect(await readAll(socket)).toMatch(/^HTTP\/1.1 400 .*HTTP\/1.1 200 /s);
}

describe('an upload that is an attack', () => {
  test('of 210,000 parts is parsed only up to the limit (X-446)', async () => {
    await sendParts(7_000);
    // The work is the same if parsing stops at the limit, else thirty times as much.
    const ofFew = await workOf(() => sendParts(7_000));
    expect(await workOf(() => sendParts(210_000))).toBeLessThan(5 * ofFew);
  });

  test('of 400 million pixels does not grow the memory', async () => {
    const bomb = aBomb(20_000);
    await send(bomb);
    const before = process.memoryUsage().rss;
    for (let count = 0; count < 30; count += 1) expect((await send(bomb)).status).toBe(400);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
  });

  test('of too many JPEG scans is refused by their number (X-149)', async () => {
    const picture = await sharp(await aPicture())
      .jpeg()
      .toBuffer();
    const withMarkers = (count: number) => {
      const comment = Buffer.from(`fffe00${(2 + 2 * count).toString(16)}${'ffda'.repeat(count)}`, 'hex');
      return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
    };
    expect((await send(withMarkers(60))).status).toBe(200);
    expect(await send(withMarkers(64))).toMatchObject({ status: 400, body: { fields: { avatar: 'invalid' } } });
  });

  test('of too much work is stopped, and the next picture is decoded', async () => {
    const small = await aPicture();
    await makeAvatar(small);
    const [slow, next] = [makeAvatar(await progressive(4_000), { processorTime: 1 }), makeAvatar(small)];
    expect(await slow).toBeNull();
    expect(await sharp((await next) ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'webp', width: 256 });
  });

  test('of too many animation frames is refused by their number (X-149)', async () => {
    expect((await send(await anAnimation(1_000))).status).toBe(200);
    const refused = { status: 400, body: { fields: { avatar: 'invalid' } } };
    expect(await send(await anAnimation(1_001))).toMatchObject(refused);
  });
});

const CHILDREN = `/proc/${process.pid}/task/${process.pid}/children`;

function decoders(): number[] {
  const children = readFileSync(CHILDREN, 'utf8').split(' ').filter(Boolean);
  return children.filter((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('images/decoder.ts')).map(Number);
}

// Only the time of this process passes: a stopped decoder uses none of its processor time.
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('a process that works without end in native code is replaced (X-666)', async () => {
  const work = makeChild(resolve(import.meta.dirname, '../../helpers/endless-child.ts'));
  for (const task of ['first', 'next']) expect(await work(task, { processorTime: 50 })).toBeNull();
});

describe.runIf(existsSync(CHILDREN))('a decoder', () => {
  const program = resolve(import.meta.dirname, '../../../server/images/decoder.ts');
  const options = { processorTime: 5_000 };

  /** A decoder, and a function that sends a signal to its newest process. */
  async function startDecoder() {
    const decode = makeChild<Uint8Array>(program);
    const others = decoders();
    const own = () => decoders().findLast((id) => !others.includes(id));
    const signal = async (name: NodeJS.Signals) => {
      await expect.poll(own).toBeDefined();
      process.kill(own() ?? Number.NaN, name);
    };
    onTestFinished(async () => {
      vi.useRealTimers();
      await signal('SIGKILL');
    });
    return { decode, signal, picture: await aPicture() };
  }

  test.for(['starts', 'decodes'])('that stalls for half a minute while it %s still finishes (X-447)', async (when) => {
    const { decode, signal, picture } = await startDecoder();
    if (when === 'decodes') await decode(picture, options);
    fakeTimers();
    if (when === 'decodes') await signal('SIGSTOP');
    const decoded = decode(picture, options);
    if (when === 'starts') await signal('SIGSTOP');
    vi.advanceTimersByTime(30_000);
    await signal('SIGCONT');
    expect(await decoded).toBeInstanceOf(Uint8Array);
  });

  test('has a lower priority than the server (X-660)', async () => {
    const { decode, picture } = await startDecoder();
    await decode(picture, options);
    const lower = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
    expect(new Set(decoders().map(getPriority))).toEqual(new Set([lower]));
  });

  test('that stalls is replaced for the next picture; killing it rejects no picture (X-616, X-617)', async () => {
    const { decode, signal, picture } = await startDecoder();
    await decode(picture, options);
    fakeTimers();
    await signal('SIGSTOP');
    const stalled = Promise.withResolvers<void>();
    const first = decode(picture, { ...options, onStall: stalled.resolve });
    const killed = expect(first).rejects.toThrow(Overloaded);
    vi.advanceTimersByTime(5_000);
    await stalled.promise;
    expect(await decode(picture, options)).toBeInstanceOf(Uint8Array);
    vi.advanceTimersByTime(60_000);
    await killed;
    expect(await decode(picture, options)).toBeInstanceOf(Uint8Array);
  });
});

test('unfinished uploads delay nobody, and of one user the oldest are disconnected (X-613)', async () => {
  const bytes = await aPicture();
  const students = await Promise.all(Array.from({ length: 17 }, () => server.signUp()));
  const [neighbour, ...slow] = students.map((student) => student.token);
  const before = uploads;
  const unfinished = slow.map((by) => beginUpload(1_000, '--x\r\n', by));
  await expect.poll(() => uploads - before).toBe(16);
  expect(await send(bytes, { by: neighbour })).toMatchObject({ status: 200 });
  const greedy = Array.from({ length: 9 }, () => beginUpload(2 * MIB, '--x\r\n', neighbour));
  const closed = greedy.map((socket) => once(socket, 'close'));
  await Promise.race(closed);
  expect(await send(bytes, { by: neighbour })).toMatchObject({ status: 200 });
  for (const socket of [...unfinished, ...greedy]) socket.destroy();
});

test('many concurrent pictures wait or are refused, and delay no login', async () => {
  const bytes = await progressive(3_000);
  const before = process.memoryUsage().rss;
  let accepted = 0;
  const crowd = Array.from({ length: 60 }, async () => {
    const answer = await send(bytes);
    if (answer.status === 200) accepted += 1;
    return answer;
  });
  await server.logIn(person);
  const acceptedBefore = accepted;
  const answers = await Promise.all(crowd);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  const refused = answers.find(({ status }) => status === 503);
  expect(refused).toMatchObject({ body: { code: 'overloaded' }, headers: { 'retry-after': '1' } });
  expect(acceptedBefore).toBeLessThan(accepted / 2);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * MIB);
});
