import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { isReady } from '../database/open.ts';
import { ANSWERED_UNDER_PRESSURE } from '../http/load-shedding.ts';
import { generic } from '../problems.ts';
import type { App, Services } from '../services.ts';

export function healthRoutes(app: App, { database, stopping }: Services): void {
  const schema = { response: { 200: z.object({ status: z.literal('ok') }) } };
  const options = { logLevel: 'warn', config: ANSWERED_UNDER_PRESSURE, schema } as const;
  const ok = { status: 'ok' } as const;

  app.get('/healthz', options, () => ok);

  let isAvailable = true;
  /** Logs changes of state only: a load balancer probes every second. */
  function report(log: FastifyBaseLogger, ready: boolean, error?: unknown): void {
    if (ready === isAvailable) return;
    isAvailable = ready;
    if (ready) log.warn('database available again');
    else log.warn(error === undefined ? {} : { err: error }, 'database unavailable');
  }

  app.get('/readyz', options, async (request) => {
    if (stopping.aborted) throw generic('unavailable', { 'retry-after': '5' });
    try {
      const ready = await isReady(database);
      report(request.log, ready);
      if (ready) return ok;
    } catch (error) {
      report(request.log, false, error);
    }
    throw generic('unavailable', { 'retry-after': '1' });
  });
}
