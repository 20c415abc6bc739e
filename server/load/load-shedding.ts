import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Overloaded } from './queue.ts';

const memory = process.constrainedMemory();
/** Requests are answered 503 above any of these: milliseconds of event loop delay, bytes of memory. 0 disables a limit. */
const MARKS = {
  loopDelay: 1_000,
  resident: 0.8 * (memory > 0 ? Math.min(memory, totalmem()) : totalmem()),
  heap: 0.9 * getHeapStatistics().heap_size_limit,
};
export type PressureMarks = typeof MARKS;

// Milliseconds without checks of event loop delay: compiling and compressing at the start delay it on a slow machine.
const WARM_UP = 10_000;

export function shedLoad(app: FastifyInstance, marks: Partial<PressureMarks> = {}): void {
  const { loopDelay, resident, heap } = { ...MARKS, ...marks };
  let warmAt = 0;
  app.addHook('onListen', async () => {
    warmAt = performance.now() + WARM_UP;
  });
  app.register(underPressure, {
    maxEventLoopDelay: loopDelay,
    maxRssBytes: resident,
    maxHeapUsedBytes: heap,
    pressureHandler: async (_request, _reply, mark) => {
      if (mark === underPressure.TYPE_EVENT_LOOP_DELAY && performance.now() < warmAt) return;
      throw new Overloaded(`Over the limit: ${mark}`);
    },
  });
}

export const ANSWERED_UNDER_PRESSURE = { pressureHandler: () => undefined };
