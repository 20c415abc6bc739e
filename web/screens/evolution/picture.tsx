import { ChartShapes } from '../../evolution/level-chart.tsx';
import { Patterns } from '../../evolution/patterns.tsx';
import { pngOf } from '../../evolution/png.ts';
import { longDay, summaryOf } from '../../evolution/summary.ts';
import type { Timeline } from '../../evolution/timeline.ts';

const WIDTH = 1200;
const MARGIN = 48;
const CHART_TOP = 120;
const CHART_HEIGHT = 360;
const HEIGHT = CHART_TOP + CHART_HEIGHT + 96;

export function pictureOf(timeline: Timeline): Promise<Blob> {
  return pngOf(<Picture timeline={timeline} />, { width: WIDTH, height: HEIGHT });
}

function Picture({ timeline }: { timeline: Timeline }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fontFamily="Inter, system-ui, sans-serif"
      fontSize="15"
    >
      <Patterns />
      <rect width={WIDTH} height={HEIGHT} fill="#212529" />
      <text y="56" fill="#f8f9fa" fontSize="26" fontWeight="700">
        {summaryOf(timeline)
          .split(/(?<=;) /)
          .map((line, index) => (
            <tspan key={line} x={MARGIN} dy={index * 36}>
              {line}
            </tspan>
          ))}
      </text>
      <g transform={`translate(${MARGIN} ${CHART_TOP})`}>
        <ChartShapes timeline={timeline} width={WIDTH - 2 * MARGIN} height={CHART_HEIGHT} />
      </g>
      <text x={MARGIN} y={HEIGHT - 32} fill="#8a929a">
        {`Trilha, ${longDay(timeline.today)}`}
      </text>
    </svg>
  );
}
