import { scaleTime, type ScaleTime } from 'd3-scale';
import type { Evolution } from './evolution-of.ts';

export type TimeScale = ScaleTime<number, number>;
type Tick = { at: number; label: string };

const DAY_MS = 24 * 60 * 60_000;
const DAY = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat('pt-BR', { month: 'short' });
const YEAR = new Intl.DateTimeFormat('pt-BR', { year: 'numeric' });
// In pixels, from one label to the next: with air around it, and what a month needs at least.
const AIRY = 72;
const MONTH_APART = 36;
// A day, in the large letters of a file; then in those of a screen.
const DAYS_APART = [84, 68];
// Of a screen.
const LETTER = 6;

export function timeScale({ from, to }: Pick<Evolution, 'from' | 'to'>, [left, right]: [number, number]): TimeScale {
  return scaleTime().domain([from, to]).rangeRound([left, right]);
}

/** Round dates, as many as have room: more than one also where that takes the air. A January is told by its year. */
function ticksOf(x: TimeScale): Tick[] {
  const airy = datesOf(x, AIRY);
  const dates = airy.length > 1 ? airy : datesOf(x, MONTH_APART);
  const [first, second] = dates;
  const withDays = first !== undefined && second !== undefined && second.getTime() - first.getTime() < 27 * DAY_MS;
  const [, right = 0] = x.range();
  const ticks = dates.map((date) => {
    const label = labelOf(date, withDays);
    // The last stays inside.
    return { at: Math.min(x(date), right - (label.length * LETTER) / 2), label };
  });
  const spaced = (withDays ? DAYS_APART : [MONTH_APART]).map((least) => spacedBy(least, ticks));
  return spaced.find(({ length }) => length > 1) ?? ticks.slice(0, 1);
}

/** Every one, every second, every third… that stand so far apart. */
function spacedBy(least: number, ticks: Tick[], every = 1): Tick[] {
  const kept = ticks.filter((_tick, index) => index % every === 0);
  const areApart = kept.slice(1).every(({ at }, index) => at - (kept[index]?.at ?? 0) >= least);
  return areApart ? kept : spacedBy(least, ticks, every + 1);
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
