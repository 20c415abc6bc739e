import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { isReady } from '../database/open.ts';
import { EXEMPT_FROM_SHEDDING } from '../load/load-shedding.ts';
import { currentClient } from '../load/clients.ts';
import { generic } from '../problems.ts';
import type { App, Services } from '../services.ts';

export function healthRoutes(app: App, { database, stopping }: Services): void {
  const schema = { response: { 200: z.object({ status: z.literal('ok') }) } };
  const options = { logLevel: 'warn', config: EXEMPT_FROM_SHEDDING, schema } as const;
  const ok = { status: 'ok' } as const;

  app.get('/healthz', options, () => ok);

  let wasReady = true;
  let probe: Promise<boolean> | undefined;
  async function checkDatabase(log: FastifyBaseLogger): Promise<boolean> {
    let err: unknown;
    const ready = await isReady(database).catch((error: unknown) => {
      err = error;
      return false;
    });
    // Logs changes only: a load balancer probes every second.
    if (ready && !wasReady) log.warn('database available again');
    if (!ready && wasReady) log.warn({ err }, 'database unavailable');
    wasReady = ready;
    probe = undefined;
    return ready;
  }

  app.get('/readyz', options, async ({ log }) => {
    if (stopping.aborted) throw generic('unavailable', { 'retry-after': '5' });
    // Health checks have no limits, so concurrent ones share a query. It has no client: otherwise all would wait for the turn
    // of the first one's client.
    probe ??= currentClient.run(undefined, checkDatabase, log);
    const ready = await probe;
    if (!ready) throw generic('unavailable', { 'retry-after': '1' });
    return ok;
  });
}
