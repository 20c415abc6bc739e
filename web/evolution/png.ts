import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const SCALE = 2;

type Size = { width: number; height: number };

/** Draws an `<svg>` of this size, in pixels, at twice its resolution. */
export async function pngOf(picture: ReactElement, { width, height }: Size): Promise<Blob> {
  const image = await load(svgOf(picture));
  const canvas = new OffscreenCanvas(width * SCALE, height * SCALE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no 2D canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

function svgOf(picture: ReactElement): Blob {
  const container = document.createElement('div');
  const root = createRoot(container);
  flushSync(() => root.render(picture));
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
