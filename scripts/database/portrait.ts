import sharp from 'sharp';
import { AVATAR_SIDE } from '#contract/limits.ts';

export type Look = { skin: string; hair: string; shirt: string; wall: string; style: keyof typeof HAIR };

// Behind the head and in front of it, on a square of 100.
const HAIR = {
  long: ['M27 46a23 25 0 0 1 46 0v30H27z', 'M30 44c4-3 7-9 9-15 8 9 22 10 31 15a20 22 0 0 0-40 0z'],
  short: ['', 'M30 42c-3-24 43-24 40 0-4-8-9-11-20-11s-16 3-20 11z'],
  round: ['M50 12a28 26 0 1 1-.1 0z', 'M31 40c6-4 10-6 19-6s13 2 19 6a19 18 0 0 0-38 0z'],
} as const;

/** A drawn portrait as a WebP, instead of somebody's photo. */
export function drawPortrait({ skin, hair, shirt, wall, style }: Look): Promise<Buffer> {
  const [back, front] = HAIR[style];
  const svg = `
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
      <rect width="100" height="100" fill="${wall}"/>
      <circle cx="78" cy="20" r="34" fill="#fff" opacity=".08"/>
      <path d="${back}" fill="${hair}"/>
      <path d="M12 104c0-22 16-30 38-30s38 8 38 30z" fill="${shirt}"/>
      <path d="M42 58h16v15c0 5-3.500 8-8 8s-8-3-8-8z" fill="${skin}"/>
      <path d="M42 64c4 4.500 12 4.500 16 0v3.500c-4 5-12 5-16 0z" opacity=".18"/>
      <ellipse cx="50" cy="46" rx="19" ry="21" fill="${skin}"/>
      <path d="${front}" fill="${hair}"/>
      <circle cx="42.500" cy="47" r="2" fill="#1b1210"/>
      <circle cx="57.500" cy="47" r="2" fill="#1b1210"/>
      <path d="M43 55.500c4 4.500 10 4.500 14 0" fill="none" stroke="#1b1210" stroke-width="1.800" stroke-linecap="round"/>
    </svg>`;
  return sharp(Buffer.from(svg), { density: (72 * AVATAR_SIDE) / 100 })
    .resize(AVATAR_SIDE)
    .webp({ quality: 85 })
    .toBuffer();
}
