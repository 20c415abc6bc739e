import { chromium } from '@playwright/test';
import { LEVELS } from '#contract/choices.ts';
import { SIGN_UP } from '../../server/openapi/examples.ts';
import { prepareApp, signUp, storedSession, withApp } from '../running-app.ts';
import { orExplain } from '../set-up.mjs';
import { measureArrival } from './arrival.ts';
import { RUNS, SLOWED } from './device.ts';
import { serveHello } from './hello.ts';
import { type Interactions, measureInteractions } from './interactions.ts';
import { type Loads, measureLoads } from './loads.ts';
import { measureShifts, type Shifts } from './shifts.ts';

const BUDGETS = {
  firstPaint: 0.5,
  dashboard: 1.5,
  shift: 0.01,
  interaction: 100,
  growth: 1.2,
  frame: 34,
  arrival: 300,
};

await orExplain(async () => {
  const executablePath = await prepareApp();
  const hello = await serveHello();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await withApp(async (address) => {
      const few = await signUp(address, { email: 'few@example.com' }, technologies(10));
      const many = await signUp(address, { email: 'many@example.com' }, technologies(500));
      const loads = await measureLoads(browser, hello.address, address, storedSession(address, few));
      const withFew = await measureInteractions(browser, address, storedSession(address, few));
      const withMany = await measureInteractions(browser, address, storedSession(address, many));
      const arrival = await measureArrival(browser, address, 'few@example.com', SIGN_UP.password);
      report(loads, await measureShifts(browser, address), withFew, withMany, arrival);
    });
  } finally {
    await browser.close();
    await hello.close();
  }
});

function sum({ open, type, submit }: Interactions) {
  return open + type + submit;
}

function technologies(count: number) {
  return Array.from({ length: count }, (_, n) => ({ title: `Tecnologia ${n + 1}`, status: LEVELS[n % 3] ?? '' }));
}

function report(
  { hello, login, dashboard }: Loads,
  shifts: Shifts,
  few: Interactions,
  many: Interactions,
  arrival: number,
): void {
  const { frame, ...presses } = many;
  console.log(`Medians of ${RUNS} runs: CPU ${SLOWED.slowdown}× slower, ${SLOWED.latency} ms, 1.6 Mbit/s, empty cache`);
  console.table({ hello, '/login': login, '/dashboard': dashboard });
  console.log(
    'Slowest interaction, from the press to the next paint, and from frame to frame while scrolling, in milliseconds:',
  );
  console.table({ '10 rows': few, '500 rows': many });
  const checks: [what: string, value: number, budget: number][] = [
    ['first paint of /login ÷ hello', login.firstPaint / hello.firstPaint, BUDGETS.firstPaint],
    ['complete /dashboard ÷ largest paint of hello', dashboard.complete / hello.largestPaint, BUDGETS.dashboard],
    ['layout shift of /login as it streams in, phone', shifts.phone, BUDGETS.shift],
    ['layout shift of /login as it streams in, desktop', shifts.desktop, BUDGETS.shift],
    ['layout shift of /dashboard', dashboard.shift, BUDGETS.shift],
    ['frame while scrolling 500 rows', frame, BUDGETS.frame],
    ['open, type and submit at 500 rows ÷ at 10', sum(many) / sum(few), BUDGETS.growth],
    ['from the answer to a login to the painted dashboard, warm', arrival, BUDGETS.arrival],
  ];
  for (const [name, time] of Object.entries(presses)) checks.push([`${name} at 500 rows`, time, BUDGETS.interaction]);
  for (const [what, value, budget] of checks) {
    console.log(`${value <= budget ? '✓' : '✗'} ${what}: ${Number(value.toFixed(3))} (at most ${budget})`);
    if (value > budget) process.exitCode = 1;
  }
}
