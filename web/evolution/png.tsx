import type { ReactElement, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { xmlText } from '#contract/public/xml.ts';
import { Patterns } from './patterns.tsx';

export const WIDTH = 1200;
export const MARGIN = 48;
const SCALE = 2;

type PictureProps = { height: number; footer: string; children: ReactNode };

/** Draws SVG elements on a card, at twice the resolution of their pixels. */
export async function pngOf(picture: PictureProps): Promise<Blob> {
  const image = await load(svgOf(<Picture {...picture} />));
  const canvas = new OffscreenCanvas(WIDTH * SCALE, picture.height * SCALE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no 2D canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

function Picture({ height, footer, children }: PictureProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      fontFamily="Inter, system-ui, sans-serif"
      fontSize="15"
      fill="#f8f9fa"
    >
      <Patterns />
      <rect width={WIDTH} height={height} fill="#212529" />
      {children}
      <text x={MARGIN} y={height - 32} fill="#8a929a">
        {`Trilha, ${footer}`}
      </text>
    </svg>
  );
}

function svgOf(picture: ReactElement): Blob {
  const container = document.createElement('div');
  const root = createRoot(container);
  flushSync(() => root.render(picture));
  const drawing = container.querySelector('svg');
  const text = drawing ? new XMLSerializer().serializeToString(drawing) : '';
  root.unmount();
  return new Blob([xmlText(text)], { type: 'image/svg+xml' });
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
