type Bounds<Value> = { entries: number; bytes: number; sizeOf: (value: Value) => number };

export function makeCache<Value>({ entries, bytes, sizeOf }: Bounds<Value>) {
  // Least recently used first: a Map keeps the insertion order.
  const cached = new Map<string, Value>();
  let total = 0;

  function remove(key: string): void {
    const value = cached.get(key);
    if (value === undefined) return;
    cached.delete(key);
    total -= sizeOf(value);
  }

  return {
    read(key: string): Value | undefined {
      const value = cached.get(key);
      if (value !== undefined) {
        cached.delete(key);
        cached.set(key, value);
      }
      return value;
    },
    add(key: string, value: Value): void {
      remove(key);
      cached.set(key, value);
      total += sizeOf(value);
      for (const oldest of cached.keys()) {
        if (cached.size <= entries && total <= bytes) return;
        remove(oldest);
      }
    },
  };
}
