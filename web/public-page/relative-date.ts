import { DAY_MS } from '../components/dates.ts';

const UNITS = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;
const words = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'always' });

/** "hoje", "ontem", "há 3 meses". Counts days in the local time zone, in the largest unit that fits. */
export function ago(time: string, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(new Date(time))) / DAY_MS);
  if (days === 1) return 'ontem';
  const [unit, length] = UNITS.find(([, unitDays]) => days >= unitDays) ?? [];
  return unit === undefined ? 'hoje' : words.format(-Math.floor(days / length), unit);
}

function startOfDay(time: Date): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
