import type { Locator, Page } from '@playwright/test';
import { Deviation } from '../atom.ts';
import { happens, must, until } from '../wait.ts';
import { boxesOf, similarText, textOf, textsOf } from './find.ts';
import type { Visit } from './visit.ts';

/** Permitted deviation of a toast from its specified time, in milliseconds. */
const TOLERANCE = 150;
/** Milliseconds after a call's end within which a toast counts as immediate. */
const AT_ONCE = 500;

/** How many toasts of this text can be read: a copy for screen readers is too small. */
export async function countToasts(page: Page, text: string): Promise<number> {
  return (await boxesOf(textOf(page, text))).filter(({ width, height }) => width > 20 && height > 8).length;
}

/** Installs the clock that `stopClock` stops. Call it before the page is opened. */
export async function installClock({ page }: Visit): Promise<void> {
  await page.clock.install();
}

export async function stopClock({ page }: Visit): Promise<void> {
  // A minute ahead, as the moment must not be in the past when the page receives it.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/** Lets the page handle a response without running its timers. Waits for `effect` to return true. */
async function settle({ page }: Visit, effect: () => Promise<boolean>): Promise<void> {
  await happens(effect, 2_000);
  for (let turn = 0; turn < 5; turn += 1) {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve());
          port1.start();
          port2.postMessage(null);
        }),
    );
  }
}

/** Stops the clock, runs `act`, and expects its toast immediately and once. `call` is the call that `act` causes. */
export async function toastsAtOnce(visit: Visit, text: string, call: string, act: () => Promise<void>): Promise<void> {
  const { page, network } = visit;
  const from = network.calls.length;
  const known = await textsOf(page);
  await stopClock(visit);
  await act();
  await network.answered(call, from);
  const isShown = async () => (await countToasts(page, text)) > 0;
  await settle(visit, isShown);
  for (let time = 0; time < AT_ONCE && !(await isShown()); time += 50) await page.clock.runFor(50);
  if (!(await isShown())) {
    await page.clock.runFor(3_000);
    const isLate = await isShown();
    const seen = isLate ? 'o toast só mais tarde' : await similarText(page, text, known);
    throw new Deviation(`o toast “${text}” na hora`, seen);
  }
  await appearsOnce(visit, text);
}

/** Stops the clock, runs `act`, and expects its toast 1500 ms after the call's success, not before. */
export async function toastsLate(
  visit: Visit,
  text: string,
  call: string,
  act: () => Promise<void>,
  effect: () => Promise<boolean>,
): Promise<void> {
  const { page, network } = visit;
  const from = network.calls.length;
  const known = await textsOf(page);
  await stopClock(visit);
  await act();
  await network.answered(call, from);
  await settle(visit, effect);
  const expected = `o toast “${text}” 1500 ms depois do sucesso`;
  const isShown = async () => (await countToasts(page, text)) > 0;
  const look = () => happens(isShown, 500);
  await page.clock.runFor(1500 - TOLERANCE - 1);
  if (await look()) throw new Deviation(expected, 'o toast antes disso');
  await page.clock.runFor(2 * TOLERANCE + 1);
  if (!(await look())) {
    await page.clock.runFor(5_000);
    throw new Deviation(expected, (await look()) ? 'o toast mais tarde' : await similarText(page, text, known));
  }
  await appearsOnce(visit, text);
}

async function appearsOnce({ page }: Visit, text: string): Promise<void> {
  await page.clock.runFor(2_000);
  const count = await countToasts(page, text);
  must(count <= 1, `o toast “${text}” uma vez`, `${count} vezes`);
}

/** A toast of a refused login, on the login screen. */
export const LOGIN_TOAST = 'Verifique os dados do login';

/** Expects a toast in real time. `known`: the texts before it. */
export async function seesToast({ page }: Visit, text: string, known?: string[]): Promise<Locator> {
  await until(`o toast “${text}”`, async () =>
    (await countToasts(page, text)) > 0 ? undefined : similarText(page, text, known),
  );
  return textOf(page, text).first();
}

type Life = { first: number; before: number; last: number; gone: number };

/**
 * Watches a toast from inside the page, frame by frame, until it closes: `first` and `last` are the first and last
 * times at which it was seen, `before` and `gone` the frames around them. Start it before the toast appears.
 */
export function watchToast(page: Page, text: string): Promise<Life> {
  return page.evaluate(async (wanted) => {
    const find = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode;
        const box = parentElement?.getBoundingClientRect();
        if (textContent?.trim() === wanted && box !== undefined && box.width > 20 && box.height > 8)
          return parentElement;
      }
      return null;
    };
    const isThere = (element: Element) => {
      const { left, right, width, bottom } = element.getBoundingClientRect();
      return element.isConnected && width > 0 && right > 0 && left < innerWidth && bottom > 0;
    };
    const opacity = (element: Element) => {
      let value = 1;
      for (let node: Element | null = element; node; node = node.parentElement)
        value *= Number(getComputedStyle(node).opacity);
      return value;
    };
    const frame = () => new Promise<number>(requestAnimationFrame);
    let [before, now] = [performance.now(), performance.now()];
    let element = find();
    for (; element === null; element = find()) [before, now] = [now, await frame()];
    const first = now;
    let last = now;
    let most = 0;
    let place = element.getBoundingClientRect().left;
    for (;;) {
      const time = await frame();
      const shown = isThere(element) ? opacity(element) : 0;
      const { left } = element.getBoundingClientRect();
      // A closing toast fades or moves before it is removed. An opening one does too, so the first 1.5 s do not count.
      const isLeaving = time - first > 1_500 && (shown < most - 0.05 || Math.abs(left - place) > 8);
      const isGone = !element.isConnected || (shown === 0 && time - first > 500);
      if (isLeaving || isGone) return { first, before, last, gone: time };
      most = Math.max(most, shown);
      if (time - first <= 1_500) place = left;
      last = time;
    }
  }, text);
}
