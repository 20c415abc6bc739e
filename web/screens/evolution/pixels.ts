/** Of the picture for each of the drawing's, both ways: sharp on a phone. */
const SCALE = 2;
// Safari on a phone draws on no canvas that has more pixels, or is longer.
const MOST_PIXELS = 2 ** 24;
const MOST_SIDE = 2 ** 14;

/** An SVG as a PNG of twice its size; of a very long one smaller, as large as every browser can draw. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const drawing = await load(svg);
  const { width, height } = drawing;
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)), MOST_SIDE / height);
  const canvas = new OffscreenCanvas(Math.floor(width * scale), Math.floor(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws nothing');
  context.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

async function load(svg: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(svg);
  const image = new Image();
  try {
    // `decode` refuses an SVG in some browsers.
    await new Promise((done, failed) => Object.assign(image, { onload: done, onerror: failed, src: address }));
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
