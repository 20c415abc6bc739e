const DAY = 24 * 60 * 60_000;
const UNITS = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;
const words = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'always' });

/** "há 3 meses": the time since then in the largest unit that fits; "hoje" for less than a day. */
export function ago(time: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(time)) / DAY);
  const [unit, length] = UNITS.find(([, least]) => days >= least) ?? [];
  return unit === undefined ? 'hoje' : words.format(-Math.floor(days / length), unit);
}
