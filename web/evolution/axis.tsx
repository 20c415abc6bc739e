import { scaleTime, type ScaleTime } from 'd3-scale';
import type { Evolution } from './evolution-of.ts';

export type TimeScale = ScaleTime<number, number>;
type Tick = { at: number; label: string };

const DAY_MS = 24 * 60 * 60_000;
const DAY = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat('pt-BR', { month: 'short' });
const YEAR = new Intl.DateTimeFormat('pt-BR', { year: 'numeric' });
// Room for a label, in pixels.
const LABEL = 72;

export function timeScale({ from, to }: Pick<Evolution, 'from' | 'to'>, [left, right]: [number, number]): TimeScale {
  return scaleTime().domain([from, to]).rangeRound([left, right]);
}

/** Round dates, as many as have room; a January is told by its year. */
function ticksOf(x: TimeScale): Tick[] {
  const [left = 0, right = 0] = x.range();
  const dates = x.ticks(Math.max(2, Math.floor((right - left) / LABEL)));
  const [first, second] = dates;
  const step = first && second ? second.getTime() - first.getTime() : DAY_MS;
  const fits = (date: Date) => date.getHours() === 0 && x(date) - left >= 8 && right - x(date) >= 8;
  return dates.filter(fits).map((date) => ({ at: x(date), label: labelOf(date, step < 27 * DAY_MS) }));
}

function labelOf(date: Date, withDays: boolean): string {
  if (date.getMonth() === 0 && (date.getDate() === 1 || !withDays)) return YEAR.format(date);
  return (withDays ? DAY : MONTH).format(date);
}

/** The dates under a drawing. */
export function TimeLabels({ x, y }: { x: TimeScale; y: number }) {
  return ticksOf(x).map(({ at, label }) => (
    <text key={at} x={at} y={y} textAnchor="middle" fill="#8a929a" data-label="">
      {label}
    </text>
  ));
}
