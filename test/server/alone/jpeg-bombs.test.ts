import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countOccurrences } from '../../../server/images/occurrences.ts';
import { type QueueState, queueStates } from '../../../server/load/queue.ts';
import { aForm, aPicture } from '../../helpers/images.ts';
import { startServer } from '../../helpers/start-server.ts';

const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#257942' } })
  .jpeg({ progressive: true })
  .toBuffer();
const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const lastScan = large.lastIndexOf(START_OF_SCAN);
const scan = large.subarray(lastScan, -2);
const END = Buffer.from([0xff, 0xd9]);

/** The picture with these bytes before its last scan, which is repeated a hundred times. */
function withHidden(bytes: number[]): Buffer {
  return Buffer.concat([large.subarray(0, lastScan), Buffer.from(bytes), ...Array<Buffer>(100).fill(scan), END]);
}

describe('a JPEG with 99 more scans', () => {
  test.for<[string, number[]]>([
    ['a reserved marker, and an end in a comment', [0xff, 0x02, 0, 5, 0xff, 0xfe, 0, 4, 0xff, 0xd9]],
    ['an end in a comment', [0xff, 0xfe, 0, 4, 0xff, 0xd9]],
    ['a marker without a length', [0xff, 0x01, 0xff, 0x01]],
    ['a reserved marker with an endless length', [0xff, 0xbf, 0xff, 0xff]],
    ['fill bytes', [0xff, 0xff, 0xff]],
    ['an end of the image', [0xff, 0xd9]],
  ])('has all of them counted behind %s (X-600)', ([, bytes]) => {
    const scans = countOccurrences(large, START_OF_SCAN, 1_000);
    expect(countOccurrences(withHidden(bytes), START_OF_SCAN, 1_000)).toBe(scans + 99);
  });
});

test('a picture of another network waits for one picture of a busy network (X-600)', async () => {
  const server = await startServer({ trustedProxies: ['127.0.0.1'] });
  const users = await Promise.all(Array.from({ length: 5 }, () => server.signUp()));
  const small = await aPicture();
  const finished: string[] = [];
  const send = async (index: number, from: string, bytes: Buffer) => {
    const options = { token: users[index]?.token, body: aForm(bytes), headers: { 'x-forwarded-for': from } };
    expect(await server.ask('PATCH', '/users/avatar', options)).toMatchObject({ status: 200 });
    finished.push(from);
  };
  let mostWaiting = 0;
  const watch = (state: unknown) => {
    const { name, waiting } = state as QueueState;
    if (name === 'pictures') mostWaiting = Math.max(mostWaiting, waiting);
  };
  subscribe(queueStates.name, watch);
  onTestFinished(() => void unsubscribe(queueStates.name, watch));
  const busy = [0, 1, 2, 3].map((index) => send(index, '203.0.113.1', large));
  await expect.poll(() => mostWaiting, { interval: 1 }).toBe(3);
  await Promise.all([...busy, send(4, '203.0.113.2', small)]);
  expect(finished.indexOf('203.0.113.2')).toBeLessThan(3);
});
