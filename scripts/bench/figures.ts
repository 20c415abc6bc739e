import { readFileSync } from 'node:fs';

export type Figures<Name extends string = string> = Record<Name, number>;

const TICK_MS = 10;

export function medians<Name extends string>(runs: readonly Figures<Name>[]): Figures<Name> {
  const names = Object.keys(runs[0] ?? {}) as Name[];
  const valuesOf = (name: Name) => runs.map((run) => run[name]);
  return Object.fromEntries(names.map((name) => [name, quantile(valuesOf(name), 0.5)])) as Figures<Name>;
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0;
}

/** Processor time of a process and its children, in milliseconds (Linux, proc_pid_stat(5)). */
export function processorTime(pid = 0): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const own = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) * TICK_MS;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorTime(Number(child)), own);
}

export type Check = [what: string, value: number, limit: number];

export function report(checks: readonly Check[]): void {
  for (const [what, value, limit] of checks) {
    const bound = limit === Infinity ? '' : ` (at most ${format(limit)})`;
    console.log(`${value <= limit ? '✓' : '✗'} ${what}: ${format(value)}${bound}`);
    if (value > limit) process.exitCode = 1;
  }
}

function format(figure: number): string {
  return Number(figure.toFixed(3)).toLocaleString('en');
}
