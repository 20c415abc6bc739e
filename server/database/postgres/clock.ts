// In milliseconds: clocks of machines drift by far less than a second in that time.
const MEASURE_EVERY = 60_000;

/** The clock of a server, without asking it each time. */
export class ServerClock {
  readonly #ask: () => Promise<Date>;
  readonly #timer: NodeJS.Timeout;
  /** The server's time when this machine's monotonic clock began: setting its other one changes nothing. */
  #origin = 0;

  private constructor(ask: () => Promise<Date>) {
    this.#ask = ask;
    this.#timer = setInterval(() => {
      // What was measured last still holds.
      this.#measure().catch(() => undefined);
    }, MEASURE_EVERY).unref();
  }

  static async follow(ask: () => Promise<Date>): Promise<ServerClock> {
    const clock = new ServerClock(ask);
    await clock.#measure();
    return clock;
  }

  readonly now = (): Date => new Date(this.#origin + performance.now());

  stop(): void {
    clearInterval(this.#timer);
  }

  async #measure(): Promise<void> {
    const asked = performance.now();
    const time = await this.#ask();
    this.#origin = time.getTime() - (asked + performance.now()) / 2;
  }
}
