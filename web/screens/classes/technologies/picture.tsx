import { levelLabel } from '#contract/choices.ts';
import { type Group, LOOKS } from '../../../evolution/levels.ts';
import { fillOf, Patterns } from '../../../evolution/patterns.tsx';
import { pngOf } from '../../../evolution/png.ts';
import type { Skill } from './skills.ts';

const MOST_ROWS = 20;
const WIDTH = 1200;
const MARGIN = 48;
const TOP = 150;
const ROW = 36;
const BAR = { x: 340, width: WIDTH - 340 - 2 * MARGIN, height: 20 };
const TODAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long' });

type PictureProps = { title: string; rows: Skill[]; groups: Group[] };

/** The technologies that most people have, as bars. */
export function pictureOf({ title, rows, groups }: PictureProps): Promise<Blob> {
  const shown = rows.slice(0, MOST_ROWS);
  const height = TOP + shown.length * ROW + 2 * MARGIN;
  return pngOf(<Picture title={title} rows={shown} groups={groups} height={height} />, { width: WIDTH, height });
}

function Picture({ title, rows, groups, height }: PictureProps & { height: number }) {
  const most = Math.max(...rows.map(({ total }) => total));
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      fontFamily="Inter, system-ui, sans-serif"
      fontSize="18"
      fill="#f8f9fa"
    >
      <Patterns />
      <rect width={WIDTH} height={height} fill="#212529" />
      <text x={MARGIN} y="64" fontSize="28" fontWeight="700">
        {shortened(title, 60)}
      </text>
      {groups.map((group, index) => (
        <g key={group} transform={`translate(${MARGIN + index * 180} 92)`}>
          <Box group={group} width={28} />
          <text x="38" y="16">
            {levelLabel(group)}
          </text>
        </g>
      ))}
      {rows.map(({ key, name, people, total }, row) => {
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
      })}
      <text x={MARGIN} y={height - 36} fill="#8a929a" fontSize="15">
        {`Trilha, ${TODAY.format()}. Quantas pessoas têm cada tecnologia, por nível.`}
      </text>
    </svg>
  );
}

function Box({ group, width }: { group: Group; width: number }) {
  return width > 0 && <rect width={width} height={BAR.height} fill={fillOf(group)} stroke={LOOKS[group].edge} />;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function shortened(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}
