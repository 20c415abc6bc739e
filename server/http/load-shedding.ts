import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Overloaded } from '../queue.ts';

/** Past any of these a request is answered 503: milliseconds of event loop delay, and bytes. 0 is no mark. */
export type PressureMarks = { loopDelay: number; resident: number; heap: number };

// A container says how much memory it has; a machine that is all ours has it all.
const memory = process.constrainedMemory();
const MARKS: PressureMarks = {
  loopDelay: 1_000,
  resident: 0.8 * (memory > 0 ? Math.min(memory, totalmem()) : totalmem()),
  heap: 0.9 * getHeapStatistics().heap_size_limit,
};

// In milliseconds. A start compiles and compresses, which on a slow machine is a delay that says nothing of the load.
const WARM_UP = 10_000;

/** Routes with `config: ANSWERED_UNDER_PRESSURE` are answered all the same. */
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
      throw new Overloaded(`Past the mark of ${mark}`);
    },
  });
}

export const ANSWERED_UNDER_PRESSURE = { pressureHandler: () => undefined };
