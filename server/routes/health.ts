import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { isReady } from '../database/connect.ts';
import { generic } from '../problems.ts';

/** For whoever runs the server: is the process alive, and can it serve? */
export function healthRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'warn' }, async (request) => {
    const ready = await isReady(database).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the database does not answer');
      return false;
    });
    if (!ready) throw generic('unavailable', { 'retry-after': '1' });
    return { status: 'ok' };
  });
}
