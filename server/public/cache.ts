type Bounds<Value> = { entries: number; bytes: number; sizeOf: (value: Value) => number };

/** Keeps what was used last, up to so many entries and bytes. */
export function makeCache<Value>({ entries, bytes, sizeOf }: Bounds<Value>) {
  // A Map is in the order of insertion: the first was not used for longest.
  const kept = new Map<string, Value>();
  let weight = 0;

  function remove(key: string): void {
    const value = kept.get(key);
    if (value === undefined) return;
    kept.delete(key);
    weight -= sizeOf(value);
  }

  return {
    read(key: string): Value | undefined {
      const value = kept.get(key);
      if (value !== undefined) {
        kept.delete(key);
        kept.set(key, value);
      }
      return value;
    },
    add(key: string, value: Value): void {
      remove(key);
      kept.set(key, value);
      weight += sizeOf(value);
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && weight <= bytes) return;
        remove(oldest);
      }
    },
  };
}
