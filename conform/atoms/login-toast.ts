import type { Locator } from '@playwright/test';
import { Deviation } from '../atom.ts';
import { boxesOf } from '../front-end/find.ts';
import { fillLogin, sendLogin } from '../front-end/forms.ts';
import { countToasts, LOGIN_TOAST, seesToast } from '../front-end/toasts.ts';
import type { Visit } from '../front-end/visit.ts';
import { happens } from '../wait.ts';

/** Milliseconds after the login was sent, before which a toast does not close by itself. */
const LIFE = 4_500;

/** Makes the login fail. Returns the time at which it was sent: its toast cannot be older. */
export async function fail(visit: Visit): Promise<number> {
  await visit.openScreen('login');
  visit.network.refuse('POST /sessions');
  await fillLogin(visit, visit.person);
  const start = performance.now();
  await sendLogin(visit);
  return start;
}

type Pointer = {
  down: (x: number, y: number) => Promise<void>;
  move: (x: number, y: number) => Promise<void>;
  up: () => Promise<void>;
};

/** Drags a toast to the right, then another to the left: one of them must disappear before its timer ends. */
export async function dragsAway(visit: Visit, how: string, pointer: Pointer): Promise<void> {
  for (const side of [1, -1]) {
    if (await withNewToast(visit, (box) => leaves(visit, side, box, pointer))) return;
  }
  throw new Deviation(`um toast que se arrasta para fora ${how}`, 'o toast ficou no lugar');
}

async function leaves(visit: Visit, side: number, { x, y }: Point, pointer: Pointer): Promise<boolean> {
  await visit.page.mouse.move(x, y);
  await pointer.down(x, y);
  for (let step = 1; step <= 8; step += 1) await pointer.move(x + (side * step * 500) / 8, y);
  await pointer.up();
  return happens(() => isGone(visit), 1_000);
}

export async function isGone({ page }: Visit): Promise<boolean> {
  return (await countToasts(page, LOGIN_TOAST)) === 0;
}

type Point = { x: number; y: number };

/**
 * Calls `act` with the middle of a new toast, and returns its result. Retries if a busy machine took so long that the
 * toast may have closed by itself.
 */
export async function withNewToast<Result>(
  visit: Visit,
  act: (middle: Point) => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const start = await fail(visit);
    const middle = await middleOf(await seesToast(visit, LOGIN_TOAST));
    const result = middle && (await act(middle));
    if (middle && performance.now() - start < LIFE) return result;
  }
  return undefined;
}

/** The middle of a toast after its opening animation. */
async function middleOf(toast: Locator): Promise<Point | undefined> {
  let [last] = await boxesOf(toast);
  await happens(async () => {
    const [box] = await boxesOf(toast);
    const isStill = box?.x === last?.x && box?.y === last?.y;
    last = box;
    return isStill;
  }, 1_500);
  return last && { x: last.x + last.width / 2, y: last.y + last.height / 2 };
}
