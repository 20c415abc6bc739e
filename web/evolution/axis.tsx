import { scaleTime, type ScaleTime } from 'd3-scale';
import { DAY_MS } from '../components/dates.ts';
import type { Timeline } from './timeline.ts';

export type TimeScale = ScaleTime<number, number>;
type Tick = { at: number; label: string };

const DAY = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat('pt-BR', { month: 'short' });
const YEAR = new Intl.DateTimeFormat('pt-BR', { year: 'numeric' });
// Distances of ticks, in pixels. Those of days depend on the font size: of the image file, and of the screen.
const PREFERRED_DISTANCE = 72;
const MONTH_DISTANCE = 36;
const DAY_DISTANCES = [84, 68];
const CHARACTER_WIDTH = 6;

export function timeScale({ from, to }: Pick<Timeline, 'from' | 'to'>, [left, right]: [number, number]): TimeScale {
  return scaleTime().domain([from, to]).rangeRound([left, right]);
}

function ticksOf(x: TimeScale): Tick[] {
  const preferred = datesOf(x, PREFERRED_DISTANCE);
  const dates = preferred.length > 1 ? preferred : datesOf(x, MONTH_DISTANCE);
  const [first, second] = dates;
  const withDays = first !== undefined && second !== undefined && second.getTime() - first.getTime() < 27 * DAY_MS;
  const [, right = 0] = x.range();
  const ticks = dates.map((date) => {
    const label = labelOf(date, withDays);
    return { at: Math.min(x(date), right - (label.length * CHARACTER_WIDTH) / 2), label };
  });
  const spaced = (withDays ? DAY_DISTANCES : [MONTH_DISTANCE]).map((distance) => spacedBy(distance, ticks));
  return spaced.find(({ length }) => length > 1) ?? ticks.slice(0, 1);
}

function spacedBy(distance: number, ticks: Tick[], n = 1): Tick[] {
  const selected = ticks.filter((_tick, index) => index % n === 0);
  const fits = selected.slice(1).every(({ at }, index) => at - (selected[index]?.at ?? 0) >= distance);
  return fits ? selected : spacedBy(distance, ticks, n + 1);
}

function datesOf(x: TimeScale, distance: number): Date[] {
  const [left = 0, right = 0] = x.range();
  const fits = (date: Date) => date.getHours() === 0 && x(date) - left >= 8 && right - x(date) >= 8;
  return x.ticks(Math.max(2, Math.floor((right - left) / distance))).filter(fits);
}

function labelOf(date: Date, withDays: boolean): string {
  if (date.getMonth() === 0 && (date.getDate() === 1 || !withDays)) return YEAR.format(date);
  return (withDays ? DAY : MONTH).format(date);
}

export function TimeLabels({ x, y }: { x: TimeScale; y: number }) {
  return ticksOf(x).map(({ at, label }) => (
    <text key={at} x={at} y={y} textAnchor="middle" fill="#8a929a" data-label="">
      {label}
    </text>
  ));
}
