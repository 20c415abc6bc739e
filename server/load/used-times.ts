// Lets those with equal use alternate.
const MINIMUM_CHARGE = 0.1;
const FEW_TIMES = 1_000;

/**
 * Used times, by name: of networks, of the clients of one, in milliseconds, or of queues, in slices. A new one starts at the
 * time of the last one that went first.
 */
export class UsedTimes {
  readonly #times = new Map<string, number>();
  #start = 0;
  #latest = 0;
  #sweepAt = FEW_TIMES;

  of(name: string): number {
    return this.#times.get(name) ?? this.#start;
  }

  /** Call with 0 when one begins to wait. */
  add(name: string, used: number): void {
    const time = Math.max(this.#start, this.of(name)) + used;
    this.#times.set(name, time);
    this.#latest = Math.max(this.#latest, time);
  }

  /** Unless others wait, it passes nobody: it owes nothing, and must not raise the start, or they would lose their lead. */
  goFirst(name: string, othersWait: boolean): void {
    if (!othersWait) return void this.#times.set(name, this.#start);
    // Advances for new ones too: otherwise a series of them could starve one that has used time.
    this.#start = Math.max(this.#start + MINIMUM_CHARGE, this.of(name));
    return this.add(name, MINIMUM_CHARGE);
  }

  /** True only if forgetting the times would change nothing. */
  get isTrivial(): boolean {
    return this.#latest <= this.#start;
  }

  /**
   * Call when one no longer waits. Forgets the times with which a new one would start, too: a customer has as many clients
   * as a /48 has addresses and accounts.
   */
  sweep(waiting: ReadonlyMap<string, unknown>): void {
    if (this.#times.size < this.#sweepAt) return;
    for (const [name, time] of this.#times) if (time <= this.#start && !waiting.has(name)) this.#times.delete(name);
    this.#sweepAt = Math.max(FEW_TIMES, 2 * this.#times.size);
  }
}

/** The first value, in the order of used time and then of insertion, for which `find` finds something; returns that. */
export function findLeast<Value, Found>(
  map: ReadonlyMap<string, Value>,
  usedTimes: UsedTimes,
  find: (value: Value) => Found | undefined,
): Found | undefined {
  let least = Infinity;
  let result: Found | undefined;
  for (const [name, value] of map) {
    const usedTime = usedTimes.of(name);
    const found = usedTime < least ? find(value) : undefined;
    if (found === undefined) continue;
    least = usedTime;
    result = found;
  }
  return result;
}
