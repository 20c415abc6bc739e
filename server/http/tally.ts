/** Sums by key, and of all keys. A sum of 0 is not stored. */
export class Tally {
  readonly #sums = new Map<string, number>();
  total = 0;

  of(key: string): number {
    return this.#sums.get(key) ?? 0;
  }

  /** Returns the new sum of `key`. */
  add(key: string, amount: number): number {
    const sum = this.of(key) + amount;
    this.total += amount;
    if (sum > 0) this.#sums.set(key, sum);
    else this.#sums.delete(key);
    return sum;
  }
}
