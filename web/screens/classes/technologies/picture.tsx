import { levelLabel } from '#contract/choices.ts';
import { shortened } from '#contract/public/shortened.ts';
import { longDate } from '../../../components/dates.ts';
import { type Group, LOOKS } from '../../../evolution/levels.ts';
import { fillOf } from '../../../evolution/patterns.tsx';
import { MARGIN, pngOf, WIDTH } from '../../../evolution/png.tsx';
import type { Skill } from './skills.ts';

const MOST_ROWS = 20;
const TOP = 150;
const ROW = 36;
const BAR = { x: 340, width: WIDTH - 340 - 2 * MARGIN, height: 20 };

/** `found` counts also the skills for which the table has no row. */
type PictureProps = { title: string; rows: Skill[]; found: number; groups: Group[] };

/** The technologies of `rows` that most people have, as bars. */
export function pictureOf({ title, rows, found, groups }: PictureProps): Promise<Blob> {
  const shown = rows.toSorted((one, other) => other.total - one.total).slice(0, MOST_ROWS);
  const all = found.toLocaleString('pt-BR');
  const excerpt = found > shown.length ? `: as ${shown.length} mais conhecidas de ${all}` : '';
  return pngOf({
    height: TOP + shown.length * ROW + 2 * MARGIN,
    footer: `${longDate()}. Quantas pessoas têm cada tecnologia, por nível${excerpt}.`,
    children: (
      <>
        <text x={MARGIN} y="64" fontSize="28" fontWeight="700">
          {shortened(title, 60)}
        </text>
        <g fontSize="18">
          <Legend groups={groups} />
          <Bars rows={shown} groups={groups} />
        </g>
      </>
    ),
  });
}

function Legend({ groups }: Pick<PictureProps, 'groups'>) {
  return groups.map((group, index) => (
    <g key={group} transform={`translate(${MARGIN + index * 180} 92)`}>
      <Box group={group} width={28} />
      <text x="38" y="16">
        {levelLabel(group)}
      </text>
    </g>
  ));
}

function Bars({ rows, groups }: Pick<PictureProps, 'rows' | 'groups'>) {
  const most = Math.max(...rows.map(({ total }) => total));
  return rows.map(({ key, name, people, total }, row) => {
    const lengths = groups.map((group) => (people[group].length / most) * BAR.width);
    return (
      <g key={key} transform={`translate(0 ${TOP + row * ROW})`}>
        <text x={MARGIN} y="16">
          {shortened(name, 28)}
        </text>
        {groups.map((group, index) => (
          <g key={group} transform={`translate(${BAR.x + sum(lengths.slice(0, index))} 0)`}>
            <Box group={group} width={lengths[index] ?? 0} />
          </g>
        ))}
        <text x={BAR.x + sum(lengths) + 12} y="16">
          {total}
        </text>
      </g>
    );
  });
}

function Box({ group, width }: { group: Group; width: number }) {
  return width > 0 && <rect width={width} height={BAR.height} fill={fillOf(group)} stroke={LOOKS[group].edge} />;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
