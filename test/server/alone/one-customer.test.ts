import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { type QueueState, queueStates } from '../../../server/load/queue.ts';
import { aBomb, aForm, aPicture } from '../../helpers/images.ts';
import { startServer } from '../../helpers/start-server.ts';

test('uploads from many networks of one IPv6 /48 leave room for others (X-627)', async () => {
  const server = await startServer();
  const users = await Promise.all(Array.from({ length: 40 }, () => server.signUp()));
  const { token } = await server.signUp();
  const [large, small] = [aBomb(4_000), await aPicture()];
  let inside = 0;
  const watch = (state: unknown) => {
    const { name, waiting, running } = state as QueueState;
    if (name === 'pictures') inside = waiting + running;
  };
  subscribe(queueStates.name, watch);
  onTestFinished(() => void unsubscribe(queueStates.name, watch));
  let answered = 0;
  const busy = users.map(async (user, index) => {
    const options = { token: user.token, body: aForm(large), from: `2001:db8:0:${index}::1` };
    await server.ask('PATCH', '/users/avatar', options);
    answered += 1;
  });
  await expect.poll(() => answered + inside, { interval: 1 }).toBe(40);
  const before = answered;
  const upload = { token, body: aForm(small), from: '198.51.100.1' };
  expect((await server.ask('PATCH', '/users/avatar', upload)).status).toBe(200);
  expect(answered - before).toBeLessThan(10);
  await Promise.all(busy);
});
