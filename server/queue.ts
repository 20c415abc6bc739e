/** How much is done at once, how much may wait for that, and how long, in milliseconds. */
export type Bounds = { running: number; waiting: number; patience: number };

/** Too much waits already, or this has waited too long: it was not done. Trying again in a moment may work. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/** A line for work that takes much of the machine. What it answers does one piece, in turn, or rejects with Overloaded. */
export function makeQueue({ running, waiting, patience }: Bounds) {
  let busy = 0;
  const line: Array<() => void> = [];

  function wait(): Promise<void> {
    if (line.length >= waiting) return Promise.reject(new Overloaded('The line is full'));
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(start), 1);
        reject(new Overloaded('Waited too long in the line'));
      }, patience);
      line.push(start);
    });
  }

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy >= running) await wait();
    else busy += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place, so it stays counted.
      const next = line.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
