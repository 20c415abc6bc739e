import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ChartShapes } from '../../evolution/level-chart.tsx';
import { Patterns } from '../../evolution/patterns.tsx';
import { longDay, summaryOf } from '../../evolution/summary.ts';
import type { Timeline } from '../../evolution/timeline.ts';

const WIDTH = 1200;
const MARGIN = 48;
const CHART_TOP = 120;
const CHART_HEIGHT = 360;
const HEIGHT = CHART_TOP + CHART_HEIGHT + 96;
const SCALE = 2;

export async function pngOf(timeline: Timeline): Promise<Blob> {
  const image = await load(svgOf(timeline));
  const canvas = new OffscreenCanvas(WIDTH * SCALE, HEIGHT * SCALE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no 2D canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

function svgOf(timeline: Timeline): Blob {
  const container = document.createElement('div');
  const root = createRoot(container);
  flushSync(() => root.render(<Picture timeline={timeline} />));
  const drawing = container.querySelector('svg');
  const text = drawing ? new XMLSerializer().serializeToString(drawing) : '';
  root.unmount();
  return new Blob([text], { type: 'image/svg+xml' });
}

async function load(svg: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(svg);
  const image = new Image();
  try {
    // Some browsers reject `decode` for an SVG.
    await new Promise((resolve, reject) => Object.assign(image, { onload: resolve, onerror: reject, src: url }));
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
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
