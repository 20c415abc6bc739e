import { levelLabel, LEVELS } from '#contract/choices.ts';
import { DAY_MS, longDate } from '../components/dates.ts';
import { inWords } from '../components/secondary/number-words.ts';
import { plural } from '../components/plural.ts';
import { groupAt, type Timeline } from './timeline.ts';

/** "Em seis meses, de 3 para 9 tecnologias; 2 chegaram a Avançado." Compares the first day with today. */
export function summaryOf({ from, today, to, points: [first], latest, technologies }: Timeline): string {
  const change =
    first.total === latest.total
      ? `${plural(latest.total, 'tecnologia')} no começo e hoje`
      : `de ${first.total} para ${plural(latest.total, 'tecnologia')}`;
  return `Em ${lengthOf(from, to)}, ${change}${reached(technologies, from, today)}.`;
}

export function periodOf({ from }: Timeline): string {
  return `De ${longDate(from)} até hoje`;
}

function reached(technologies: Timeline['technologies'], from: Date, today: Date): string {
  for (const level of LEVELS.slice(1).toReversed()) {
    const { length } = technologies.filter((one) => groupAt(one, today) === level && groupAt(one, from) !== level);
    if (length > 0) return `; ${plural(length, 'chegou', 'chegaram')} a ${levelLabel(level)}`;
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
