import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { TimeLabels, timeScale } from '../../evolution/axis.tsx';
import type { Evolution, Lane } from '../../evolution/evolution-of.ts';
import { LevelChart } from '../../evolution/level-chart.tsx';
import { Patterns } from '../../evolution/patterns.tsx';
import { longDay, summaryOf } from '../../evolution/words.ts';
import { LANE_HEIGHT, LaneBars } from './lane-bars.tsx';

/** In pixels. */
const WIDTH = 1200;
const MARGIN = 48;
const INSIDE = WIDTH - 2 * MARGIN;
const CHART = 360;
const CHART_TOP = 120;
const LANES_TOP = CHART_TOP + CHART + 56;
const ROW = 34;
const TITLES = 260;
// What has room beside the lanes, of letters as wide as most.
const TITLE_LETTERS = 32;

/** The page's two drawings in one, as an SVG file that needs nothing else. */
export function pictureOf(evolution: Evolution): Blob {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<Picture evolution={evolution} />));
  const drawing = place.querySelector('svg');
  const text = drawing ? new XMLSerializer().serializeToString(drawing) : '';
  root.unmount();
  return new Blob([text], { type: 'image/svg+xml' });
}

function Picture({ evolution }: { evolution: Evolution }) {
  const { lanes, today } = evolution;
  const height = LANES_TOP + lanes.length * ROW + 88;
  const summary = summaryOf(evolution);
  const x = timeScale(evolution, [TITLES, INSIDE]);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      fontFamily="Inter, system-ui, sans-serif"
      fontSize="15"
    >
      <title>{summary}</title>
      <Patterns />
      <rect width={WIDTH} height={height} fill="#212529" />
      <text y="56" fill="#f8f9fa" fontSize="26" fontWeight="700">
        {summary.split(/(?<=;) /).map((part, index) => (
          <tspan key={part} x={MARGIN} dy={index * 36}>
            {part}
          </tspan>
        ))}
      </text>
      <g transform={`translate(${MARGIN} ${CHART_TOP})`}>
        <LevelChart evolution={evolution} width={INSIDE} height={CHART} />
      </g>
      {lanes.map((lane, index) => (
        <g key={lane.id} transform={`translate(${MARGIN} ${LANES_TOP + index * ROW})`}>
          <text y={LANE_HEIGHT / 2} dy="0.35em" fill="#f8f9fa">
            {titleOf(lane)}
          </text>
          <LaneBars lane={lane} x={x} />
        </g>
      ))}
      <g transform={`translate(${MARGIN} ${LANES_TOP + lanes.length * ROW})`}>
        <TimeLabels x={x} y={16} />
      </g>
      <text x={MARGIN} y={height - 28} fill="#8a929a">
        {`Trilha, ${longDay(today)}`}
      </text>
    </svg>
  );
}

function titleOf({ title }: Lane): string {
  const letters = Array.from(new Intl.Segmenter('pt-BR').segment(title), ({ segment }) => segment);
  return letters.length > TITLE_LETTERS ? `${letters.slice(0, TITLE_LETTERS - 1).join('')}…` : title;
}
