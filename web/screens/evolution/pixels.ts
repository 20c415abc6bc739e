// Twice the SVG's size, so that the PNG is sharp on a high-density display.
const SCALE = 2;
// The canvas limits of Safari on iOS.
const MAX_PIXELS = 2 ** 24;
const MAX_SIDE = 2 ** 14;

/** Converts an SVG to a PNG of twice its size, or smaller if that would exceed the canvas limits. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const drawing = await load(svg);
  const { width, height } = drawing;
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / height);
  const canvas = new OffscreenCanvas(Math.floor(width * scale), Math.floor(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no 2D canvas');
  context.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
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
