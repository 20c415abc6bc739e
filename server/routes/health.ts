import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { isReady } from '../database/open.ts';
import { ANSWERED_UNDER_PRESSURE } from '../http/load-shedding.ts';
import { generic } from '../problems.ts';
import type { Services } from '../services.ts';

export function healthRoutes(app: FastifyInstance, { database, stopping }: Services): void {
  const response = { 200: z.object({ status: z.literal('ok') }) };
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/healthz',
    { logLevel: 'warn', config: ANSWERED_UNDER_PRESSURE, schema: { response } },
    () => ({ status: 'ok' }) as const,
  );

  let isAvailable = true;
  /** Logs a change of state only: a balancer probes every second. */
  function report(log: FastifyBaseLogger, ready: boolean, error?: unknown): void {
    if (ready === isAvailable) return;
    isAvailable = ready;
    if (ready) log.warn('database available again');
    else log.warn(error === undefined ? {} : { err: error }, 'database unavailable');
  }

  typed.get('/readyz', { logLevel: 'warn', config: ANSWERED_UNDER_PRESSURE, schema: { response } }, async (request) => {
    if (stopping.aborted) throw generic('unavailable', { 'retry-after': '5' });
    try {
      const ready = await isReady(database);
      report(request.log, ready);
      if (ready) return { status: 'ok' } as const;
    } catch (error) {
      report(request.log, false, error);
    }
    throw generic('unavailable', { 'retry-after': '1' });
  });
}
