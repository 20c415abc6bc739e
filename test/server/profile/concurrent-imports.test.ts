import { expect, onTestFinished, test } from 'vitest';
import { type QueueState, queueStates } from '../../../server/load/queue.ts';
import { type SignedIn, startServer } from '../../helpers/start-server.ts';

test('a write of another user waits for few of many concurrent imports (X-626)', async () => {
  const server = await startServer();
  const answered: string[] = [];
  const started = Promise.withResolvers<void>();
  server.app.addHook('preHandler', async ({ method, url }) => {
    if (method === 'POST' && url.startsWith('/profile/resume')) started.resolve();
  });
  server.app.addHook('onSend', async ({ userId }) => void answered.push(userId));
  const stranger = await server.signUp();
  const importers: SignedIn[] = [];
  // On a busy machine, concurrent sign-ups could wait too long.
  while (importers.length < 24) importers.push(await server.signUp());
  answered.length = 0;
  let mostRunning = 0;
  const count = (state: unknown) => {
    const { name, running } = state as QueueState;
    if (name === 'imports') mostRunning = Math.max(mostRunning, running);
  };
  queueStates.subscribe(count);
  onTestFinished(() => queueStates.unsubscribe(count));
  const body = { skills: Array.from({ length: 300 }, (_, index) => ({ name: `S ${index}`, level: 'Advanced' })) };
  const imports = importers.map(({ token }, index) =>
    server.ask('POST', '/profile/resume?apply=true', { token, body, from: `203.0.113.${index}` }),
  );
  await started.promise;
  const write = server.ask('PUT', '/profile', { token: stranger.token, body: { bio: 'Olá' }, from: '198.51.100.1' });
  const answers = await Promise.all([write, ...imports]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answered.indexOf(stranger.user.id)).toBeLessThan(13);
  expect(mostRunning).toBe(2);
});

test('an import waits for its slot before its body is parsed (X-649)', async () => {
  const server = await startServer();
  const holding = Promise.withResolvers<void>();
  let started = 0;
  const bothRun = Promise.withResolvers<void>();
  server.app.addHook('preHandler', async ({ url }) => {
    if (url !== '/profile/resume') return;
    started += 1;
    if (started === 2) bothRun.resolve();
    await holding.promise;
  });
  const { promise: waits, resolve } = Promise.withResolvers<string>();
  const notice = (state: unknown) => {
    const { name, waiting } = state as QueueState;
    if (name === 'imports' && waiting === 1) resolve('waits');
  };
  queueStates.subscribe(notice);
  onTestFinished(() => queueStates.unsubscribe(notice));
  const send = ({ token }: SignedIn, body: object | string) => server.ask('POST', '/profile/resume', { token, body });
  const [first, second, third] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const running = [send(first, { skills: [] }), send(second, { skills: [] })];
  await bothRun.promise;
  const last = send(third, '{');
  expect(await Promise.race([waits, last.then(({ status }) => status)])).toBe('waits');
  holding.resolve();
  expect((await Promise.all([...running, last])).map(({ status }) => status)).toEqual([200, 200, 400]);
});
