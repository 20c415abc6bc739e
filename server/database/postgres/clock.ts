import { MINUTE, SECOND } from '../statements/time.ts';

export type ServerClock = { now: () => Date; stop: () => void };

/** The database server's clock, measured once a minute; this machine's clock does not affect it. */
export async function followServerClock(readTime: () => Promise<Date>): Promise<ServerClock> {
  let origin = Number.NaN;
  const measure = async () => {
    const start = performance.now();
    const time = await readTime();
    const end = performance.now();
    // Of a slow read, most may have been the wait for a connection.
    if (Number.isNaN(origin) || end - start < SECOND) origin = time.getTime() - (start + end) / 2;
  };
  await measure();
  const timer = setInterval(() => void measure().catch(() => undefined), MINUTE).unref();
  return { now: () => new Date(origin + performance.now()), stop: () => clearInterval(timer) };
}
