import { LEVELS } from '#contract/choices.ts';
import { signUp, storedSession, withApp } from '../running-app.ts';
import { exitOnProblem } from '../set-up.mjs';
import { type Check, medians, report } from './figures.ts';
import { serveHello } from './hello.ts';
import { type Interactions, type Load, measureInteractions, measureLoad } from './phone.ts';

const RUNS = 7;
// INP is good up to this (https://web.dev/articles/inp).
const INTERACTION_LIMIT_MS = 200;

const technologies = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ title: `Tecnologia ${n + 1}`, status: LEVELS[n % 3] ?? '' }));

await exitOnProblem(async () => {
  const runs = { hello: [] as Load[], login: [] as Load[], dashboard: [] as Load[], dialog: [] as Interactions[] };
  await withApp(async (address, browser) => {
    await using hello = await serveHello();
    const dashboard = `${address}/dashboard`;
    const withTen = storedSession(address, await signUp(address, { email: 'ten@example.com' }, technologies(10)));
    const withMany = storedSession(address, await signUp(address, { email: 'many@example.com' }, technologies(500)));
    for (let run = 0; run < RUNS; run += 1) {
      runs.hello.push(await measureLoad(browser, `${hello.address}/`, 'Olá'));
      runs.login.push(await measureLoad(browser, `${address}/login`, 'Entrar'));
      runs.dashboard.push(await measureLoad(browser, dashboard, 'Tecnologia 10', withTen));
      runs.dialog.push(await measureInteractions(browser, dashboard, withMany));
    }
  });
  const [bare, login, dashboard] = [medians(runs.hello), medians(runs.login), medians(runs.dashboard)];
  console.log(`Medians of ${RUNS} runs`);
  console.table({ hello: bare, '/login': login, '/dashboard': dashboard });
  const interactions = Object.entries(medians(runs.dialog)).map(([step, duration]): Check => [
    `${step} in the dialog at 500 rows, ms`,
    duration,
    INTERACTION_LIMIT_MS,
  ]);
  report([
    ['first paint of /login ÷ hello', login.firstPaint / bare.firstPaint, 0.5],
    ['complete /dashboard ÷ largest paint of hello', dashboard.complete / bare.largestPaint, 1.6],
    ['layout shift of /login', login.shift, 0.01],
    ['layout shift of /dashboard', dashboard.shift, 0.01],
    ...interactions,
  ]);
});
