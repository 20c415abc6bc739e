import { MINUTE } from '../statements/time.ts';

export type ServerClock = { now: () => Date; stop: () => void };

/** The database server's clock, measured once a minute; this machine's clock does not affect it. */
export async function followServerClock(readTime: () => Promise<Date>): Promise<ServerClock> {
  let origin = 0;
  const measure = async () => {
    const start = performance.now();
    const time = await readTime();
    origin = time.getTime() - (start + performance.now()) / 2;
  };
  await measure();
  const timer = setInterval(() => void measure().catch(() => undefined), MINUTE).unref();
  return { now: () => new Date(origin + performance.now()), stop: () => clearInterval(timer) };
}
