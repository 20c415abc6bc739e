import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Overloaded } from './queue.ts';

/**
 * Requests get 503 above any of these: milliseconds of event loop delay, bytes of heap. 0 disables a limit. Resident memory
 * has none: it does not fall after a flood, so the process would refuse all requests until its restart.
 */
const PRESSURE_LIMITS = {
  loopDelay: 1_000,
  heap: 0.9 * getHeapStatistics().heap_size_limit,
};
export type PressureLimits = typeof PRESSURE_LIMITS;

// Milliseconds after the start in which event loop delay is ignored: on a slow machine, compiling and compressing cause it.
const WARM_UP = 10_000;

export function shedLoad(app: FastifyInstance, limits: Partial<PressureLimits> = {}): void {
  const { loopDelay, heap } = { ...PRESSURE_LIMITS, ...limits };
  let warmAt = 0;
  app.addHook('onListen', async () => {
    warmAt = performance.now() + WARM_UP;
  });
  app.register(underPressure, {
    maxEventLoopDelay: loopDelay,
    maxHeapUsedBytes: heap,
    pressureHandler: async (_request, _reply, mark) => {
      if (mark === underPressure.TYPE_EVENT_LOOP_DELAY && performance.now() < warmAt) return;
      throw new Overloaded(`Over the limit: ${mark}`);
    },
  });
}

export const EXEMPT_FROM_SHEDDING = { pressureHandler: () => undefined };
