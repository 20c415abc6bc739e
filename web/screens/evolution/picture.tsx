import { longDate } from '../../components/dates.ts';
import { ChartShapes } from '../../evolution/level-chart.tsx';
import { MARGIN, pngOf, WIDTH } from '../../evolution/png.tsx';
import { summaryOf } from '../../evolution/summary.ts';
import type { Timeline } from '../../evolution/timeline.ts';

const CHART_TOP = 120;
const CHART_HEIGHT = 360;

export function pictureOf(timeline: Timeline): Promise<Blob> {
  return pngOf({
    height: CHART_TOP + CHART_HEIGHT + 96,
    footer: longDate(timeline.today),
    children: (
      <>
        <text y="56" fontSize="26" fontWeight="700">
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
      </>
    ),
  });
}
