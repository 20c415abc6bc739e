const WIDTH = 30;
// In milliseconds: no eye follows more.
const REDRAW_EVERY = 100;

/** A bar that fills on a terminal; elsewhere a line at its end. */
export class Progress {
  readonly #label: string;
  readonly #total: number;
  readonly #unit: string;
  readonly #start = performance.now();
  #done = 0;
  #drawn = Number.NEGATIVE_INFINITY;

  constructor(label: string, total: number, unit = 'rows') {
    this.#label = label;
    this.#total = total;
    this.#unit = unit;
  }

  add(count: number): void {
    this.#done += count;
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#drawn < REDRAW_EVERY) return;
    this.#drawn = now;
    process.stderr.write(`\r${this.#line()}`);
  }

  end(): void {
    process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${this.#line()}\n`);
  }

  #line(): string {
    const share = this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total);
    const full = Math.round(share * WIDTH);
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1);
    return `${this.#label.padEnd(20)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${this.#done} ${this.#unit}, ${seconds} s`;
  }
}
