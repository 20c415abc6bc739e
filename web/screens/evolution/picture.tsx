import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { TimeLabels, timeScale } from '../../evolution/axis.tsx';
import type { Evolution, Lane } from '../../evolution/timeline.ts';
import { LevelChart } from '../../evolution/level-chart.tsx';
import { Patterns } from '../../evolution/patterns.tsx';
import { longDay, summaryOf } from '../../evolution/summary.ts';
import { LANE_HEIGHT, LaneBars } from './lane-bars.tsx';

// In pixels.
const WIDTH = 1200;
const MARGIN = 48;
const CONTENT_WIDTH = WIDTH - 2 * MARGIN;
const CHART_HEIGHT = 360;
const CHART_TOP = 120;
const LANES_TOP = CHART_TOP + CHART_HEIGHT + 56;
const ROW_HEIGHT = 34;
const TITLES_WIDTH = 260;
// In characters of average width.
const MAX_TITLE = 32;

export function pictureOf(evolution: Evolution): Blob {
  const container = document.createElement('div');
  const root = createRoot(container);
  flushSync(() => root.render(<Picture evolution={evolution} />));
  const drawing = container.querySelector('svg');
  const text = drawing ? new XMLSerializer().serializeToString(drawing) : '';
  root.unmount();
  return new Blob([text], { type: 'image/svg+xml' });
}

function Picture({ evolution }: { evolution: Evolution }) {
  const { lanes, today } = evolution;
  const height = LANES_TOP + lanes.length * ROW_HEIGHT + 88;
  const summary = summaryOf(evolution);
  const x = timeScale(evolution, [TITLES_WIDTH, CONTENT_WIDTH]);
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
        <LevelChart evolution={evolution} width={CONTENT_WIDTH} height={CHART_HEIGHT} />
      </g>
      {lanes.map((lane, index) => (
        <g key={lane.id} transform={`translate(${MARGIN} ${LANES_TOP + index * ROW_HEIGHT})`}>
          <text y={LANE_HEIGHT / 2} dy="0.35em" fill="#f8f9fa">
            {titleOf(lane)}
          </text>
          <LaneBars lane={lane} x={x} />
        </g>
      ))}
      <g transform={`translate(${MARGIN} ${LANES_TOP + lanes.length * ROW_HEIGHT})`}>
        <TimeLabels x={x} y={16} />
      </g>
      <text x={MARGIN} y={height - 28} fill="#8a929a">
        {`Trilha, ${longDay(today)}`}
      </text>
    </svg>
  );
}

function titleOf({ title }: Lane): string {
  const characters = Array.from(new Intl.Segmenter('pt-BR').segment(title), ({ segment }) => segment);
  return characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE - 1).join('')}…` : title;
}
