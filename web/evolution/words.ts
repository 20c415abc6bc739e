import { LEVELS } from '#contract/choices.ts';
import { inWords } from '../number-words.ts';
import { plural } from '../plural.ts';
import { type Evolution, groupAt, type Lane } from './evolution-of.ts';
import { groupLabel } from './levels.ts';

const DAY_MS = 24 * 60 * 60_000;
const LONG = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long' });
const SHORT = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: '2-digit' });

export function longDay(day: Date): string {
  return LONG.format(day);
}

export function shortDay(day: Date): string {
  return SHORT.format(day);
}

export function technologies(count: number): string {
  return plural(count, 'tecnologia');
}

/** "Em seis meses, de 3 para 9 tecnologias; 2 chegaram a Avançado." Compares the first day with today. */
export function summaryOf({ from, today, to, points, lanes }: Evolution): string {
  const [first] = points;
  const last = points.at(-1) ?? first;
  const change =
    first.total === last.total
      ? `${technologies(last.total)} no começo e hoje`
      : `de ${first.total} para ${technologies(last.total)}`;
  return `Em ${lengthOf(from, to)}, ${change}${reached(lanes, from, today)}.`;
}

export function periodOf({ from }: Evolution): string {
  return `De ${longDay(from)} até hoje`;
}

export function chartLabel(evolution: Evolution): string {
  return `Tecnologias em cada nível. ${summaryOf(evolution)}`;
}

function reached(lanes: readonly Lane[], from: Date, today: Date): string {
  for (const level of LEVELS.slice(1).toReversed()) {
    const count = lanes.filter((lane) => groupAt(lane, today) === level && groupAt(lane, from) !== level).length;
    if (count > 0) return `; ${plural(count, 'chegou', 'chegaram')} a ${groupLabel(level)}`;
  }
  return '';
}

function lengthOf(from: Date, to: Date): string {
  const wholeMonths = (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();
  const months = to.getDate() < from.getDate() ? wholeMonths - 1 : wholeMonths;
  if (months < 1) return inWords(Math.round((to.getTime() - from.getTime()) / DAY_MS), 'dia');
  const [years, rest] = [Math.floor(months / 12), months % 12];
  const parts = [years > 0 && inWords(years, 'ano'), rest > 0 && inWords(rest, 'mês', 'meses')];
  return parts.filter((part) => part !== false).join(' e ');
}

/** The accessible name of a lane: "Iniciante em 03/02/25, Avançado em 01/08/25". */
export function laneLabel({ spans, removed }: Lane): string {
  const steps = spans.flatMap(({ group, from, to }, index) => {
    const next = spans[index + 1];
    const isRemoval = next === undefined ? removed !== undefined : to < next.from;
    return [`${groupLabel(group)} em ${shortDay(from)}`, ...(isRemoval ? [`excluída em ${shortDay(to)}`] : [])];
  });
  return steps.join(', ');
}
