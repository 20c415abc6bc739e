import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyRequests } from '../problems.ts';
import { networkOf } from './networks.ts';

const WINDOW_MS = 10_000;
/**
 * A classroom of thirty behind one address may read thirty times a second each, and search once. Clients log out on any
 * error of the profile, so that has a limit of its own.
 */
const RATES = { write: 1_000, read: 12_000, profile: 5_000, search: 300 };
export type Rates = typeof RATES;

/** Counts in memory, by each process for itself. */
export function limitRates(app: FastifyInstance, rates: Partial<Rates> = {}): void {
  const { write, read, profile, search } = { ...RATES, ...rates };
  app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => networkOf(ip) });
  app.after(() => {
    const limit = (max: number) => app.createRateLimit({ max, timeWindow: WINDOW_MS });
    const limits = { write: limit(write), read: limit(read), profile: limit(profile), search: limit(search) };
    app.addHook('onRequest', async (request) => {
      const kind = kindOf(request);
      if (kind === undefined) return;
      const limited = await limits[kind](request);
      if (!limited.isAllowed && limited.isExceeded) throw tooManyRequests(Math.max(1, limited.ttlInSeconds));
    });
  });
}

function kindOf({ method, url, routeOptions, query }: FastifyRequest): keyof Rates | undefined {
  const [path = ''] = url.split('?', 1);
  if (/^\/(healthz|readyz)\/?$|^\/assets\//.test(path)) return undefined;
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return 'write';
  if (routeOptions.url === '/users' && 'tech' in (query as object)) return 'search';
  return /^\/profile\/?$/.test(path) ? 'profile' : 'read';
}
