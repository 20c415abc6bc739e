// In milliseconds: the clocks of two machines drift apart by far less than a second in this time.
const MEASURE_EVERY = 60_000;

export type ServerClock = { now: () => Date; stop: () => void };

/** The clock of the database server, measured once a minute. It does not change when this machine's clock is set. */
export async function followServerClock(readTime: () => Promise<Date>): Promise<ServerClock> {
  let origin = 0;
  const measure = async () => {
    const start = performance.now();
    const time = await readTime();
    origin = time.getTime() - (start + performance.now()) / 2;
  };
  await measure();
  const timer = setInterval(() => void measure().catch(() => undefined), MEASURE_EVERY).unref();
  return { now: () => new Date(origin + performance.now()), stop: () => clearInterval(timer) };
}
