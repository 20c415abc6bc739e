import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyRequests } from '../problems.ts';

const WINDOW = 10_000;
/**
 * How many requests one address may make in ten seconds. Reads are many: front ends in use ask for a person thirty times
 * a second, and a classroom of thirty sits behind one address. The profile is the last to be refused, for clients log
 * out on any error of it.
 */
const RATES = { write: 1_000, read: 12_000, profile: 5_000 };
export type Rates = typeof RATES;

/** Refuses what no person and no classroom asks for. Counted in memory: it must not cost what it protects. */
export function limitRates(app: FastifyInstance, rates: Partial<Rates> = {}): void {
  const { write, read, profile } = { ...RATES, ...rates };
  app.register(rateLimit, { global: false, ipv6Subnet: 64 });
  app.after(() => {
    const limit = (max: number) => app.createRateLimit({ max, timeWindow: WINDOW });
    const limits = { write: limit(write), read: limit(read), profile: limit(profile) };
    app.addHook('onRequest', async (request) => {
      const kind = kindOf(request);
      if (kind === undefined) return;
      const limited = await limits[kind](request);
      if (!limited.isAllowed && limited.isExceeded) throw tooManyRequests(Math.max(1, limited.ttlInSeconds));
    });
  });
}

function kindOf({ method, url }: FastifyRequest): keyof Rates | undefined {
  const [path = ''] = url.split('?', 1);
  if (/^\/(healthz|readyz)\/?$|^\/assets\//.test(path)) return undefined;
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return 'write';
  return /^\/profile\/?$/.test(path) ? 'profile' : 'read';
}
