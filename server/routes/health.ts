import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { isReady } from '../database/open.ts';
import { ANSWERED_UNDER_PRESSURE } from '../http/pressure.ts';
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

  typed.get('/readyz', { logLevel: 'warn', config: ANSWERED_UNDER_PRESSURE, schema: { response } }, async (request) => {
    if (stopping.aborted) throw generic('unavailable', { 'retry-after': '5' });
    const ready = await isReady(database).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the database does not answer');
      return false;
    });
    if (!ready) throw generic('unavailable', { 'retry-after': '1' });
    return { status: 'ok' } as const;
  });
}
