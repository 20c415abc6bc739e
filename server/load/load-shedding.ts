import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Overloaded } from './queue.ts';

const memory = process.constrainedMemory();
/** Above any of these, requests get 503: milliseconds of event loop delay, bytes of memory. 0 disables a limit. */
const LIMITS = {
  loopDelay: 1_000,
  resident: 0.8 * (memory > 0 ? Math.min(memory, totalmem()) : totalmem()),
  heap: 0.9 * getHeapStatistics().heap_size_limit,
};
export type PressureLimits = typeof LIMITS;

// Milliseconds after the start for which event loop delay is ignored: compiling and compressing cause it.
const WARM_UP = 10_000;

export function shedLoad(app: FastifyInstance, limits: Partial<PressureLimits> = {}): void {
  const { loopDelay, resident, heap } = { ...LIMITS, ...limits };
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
