import type { Locator } from '@playwright/test';
import { Deviation } from '../atom.ts';
import { logIn } from '../front-end/forms.ts';
import { countToasts, LOGIN_TOAST, seesToast } from '../front-end/toasts.ts';
import type { Visit } from '../front-end/visit.ts';
import { happens } from '../wait.ts';

/** Makes the login fail. */
export async function fail(visit: Visit): Promise<void> {
  await visit.openScreen('login');
  visit.network.refuse('POST /sessions');
  await logIn(visit, visit.person);
}

type Pointer = {
  down: (x: number, y: number) => Promise<void>;
  move: (x: number, y: number) => Promise<void>;
  up: () => Promise<void>;
};

/** Drags a toast to the right, then another to the left: one of them must leave before its time is over. */
export async function dragsAway(visit: Visit, how: string, pointer: Pointer): Promise<void> {
  for (const side of [1, -1]) {
    await fail(visit);
    const toast = await seesToast(visit, LOGIN_TOAST);
    const start = performance.now();
    const box = await settledBox(toast);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await visit.page.mouse.move(x, y);
    await pointer.down(x, y);
    // A real hand takes a tenth of a second: some front ends measure the speed.
    for (let step = 1; step <= 8; step += 1) await pointer.move(x + (side * step * 500) / 8, y);
    await pointer.up();
    const isGone = async () => (await countToasts(visit.page, LOGIN_TOAST)) === 0;
    const left = await happens(isGone, Math.max(500, 4_500 - (performance.now() - start)));
    if (left) return;
  }
  throw new Deviation(`um toast que se arrasta para fora ${how}`, 'o toast ficou no lugar');
}

/** Where a toast is once it has come in. */
export async function settledBox(toast: Locator) {
  let last = await toast.boundingBox();
  await happens(async () => {
    const box = await toast.boundingBox();
    const isStill = box !== null && box.x === last?.x && box.y === last.y;
    last = box;
    return isStill;
  }, 2_000);
  return last ?? { x: 0, y: 0, width: 0, height: 0 };
}
