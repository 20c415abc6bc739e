import { scaleTime, type ScaleTime } from 'd3-scale';
import type { Evolution } from './evolution-of.ts';

export type TimeScale = ScaleTime<number, number>;
type Tick = { at: number; label: string };

const DAY_MS = 24 * 60 * 60_000;
const DAY = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat('pt-BR', { month: 'short' });
const YEAR = new Intl.DateTimeFormat('pt-BR', { year: 'numeric' });
// Room for a label and air around it, in pixels; then what labels with a day, and others, need at least.
const AIRY = 72;
const LEAST = { day: 60, month: 36 };

export function timeScale({ from, to }: Pick<Evolution, 'from' | 'to'>, [left, right]: [number, number]): TimeScale {
  return scaleTime().domain([from, to]).rangeRound([left, right]);
}

/** Round dates, as many as have room: more than one also where that takes the air. A January is told by its year. */
function ticksOf(x: TimeScale): Tick[] {
  const airy = datesOf(x, AIRY);
  const dates = airy.length > 1 ? airy : datesOf(x, LEAST.month);
  const [first, second = first] = dates;
  if (first === undefined || second === undefined) return [];
  const withDays = second.getTime() - first.getTime() < 27 * DAY_MS;
  const least = withDays ? LEAST.day : LEAST.month;
  const every = first === second ? 1 : Math.ceil(least / (x(second) - x(first)));
  return dates
    .filter((_date, index) => index % every === 0)
    .map((date) => ({ at: x(date), label: labelOf(date, withDays) }));
}

function datesOf(x: TimeScale, room: number): Date[] {
  const [left = 0, right = 0] = x.range();
  const fits = (date: Date) => date.getHours() === 0 && x(date) - left >= 8 && right - x(date) >= 8;
  return x.ticks(Math.max(2, Math.floor((right - left) / room))).filter(fits);
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
