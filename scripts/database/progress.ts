const WIDTH = 30;
const REDRAW_MILLISECONDS = 100;

export function showProgress(label: string, total: number, unit = 'rows') {
  const start = performance.now();
  let done = 0;
  let drawn = Number.NEGATIVE_INFINITY;
  const line = () => {
    const full = Math.round((total === 0 ? 1 : Math.min(1, done / total)) * WIDTH);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    return `${label.padEnd(20)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done} ${unit}, ${seconds} s`;
  };
  return {
    add(count: number) {
      done += count;
      if (!process.stderr.isTTY || performance.now() - drawn < REDRAW_MILLISECONDS) return;
      drawn = performance.now();
      process.stderr.write(`\r${line()}`);
    },
    end: () => void process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${line()}\n`),
  };
}
