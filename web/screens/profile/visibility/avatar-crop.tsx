import type { SyntheticEvent } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import styles from './avatar-section.module.css';

// In pixels. Four times the stored size, for quality; reduces a phone's photo from 8 MB to about 200 kB.
const MAX_SIDE = 1024;
const QUALITY = 0.9;

const corner = (place: string) => `Canto ${place}: as setas mudam o tamanho`;
const LABELS = {
  cropArea: 'Parte da foto que aparece: as setas movem',
  nwDragHandle: corner('superior esquerdo'),
  neDragHandle: corner('superior direito'),
  swDragHandle: corner('inferior esquerdo'),
  seDragHandle: corner('inferior direito'),
  nDragHandle: '',
  eDragHandle: '',
  sDragHandle: '',
  wDragHandle: '',
};

type AvatarCropProps = { url: string; crop: PercentCrop; blocked: boolean; onChange: (crop: PercentCrop) => void };

export function AvatarCrop({ url, crop, blocked, onChange }: AvatarCropProps) {
  return (
    <div className={styles.crop}>
      <ReactCrop
        aspect={1}
        circularCrop
        keepSelection
        crop={crop}
        disabled={blocked}
        ariaLabels={LABELS}
        onChange={(_pixels, percent) => onChange(percent)}
      >
        <img src={url} alt="" onLoad={focusCrop} />
      </ReactCrop>
    </div>
  );
}

/** The photo moves the focused button out of view, and on a phone also the button that sends it. */
function focusCrop({ currentTarget }: SyntheticEvent) {
  currentTarget.closest('.ReactCrop')?.querySelector<HTMLElement>('[tabindex]')?.focus();
  currentTarget.closest('section')?.scrollIntoView();
}

export function centeredCrop({ width, height }: ImageBitmap): PercentCrop {
  const side = Math.min(width, height);
  const [wide, high] = [(side / width) * 100, (side / height) * 100];
  return { unit: '%', x: (100 - wide) / 2, y: (100 - high) / 2, width: wide, height: high };
}

export async function cropPhoto(photo: ImageBitmap, { x, y, width, height }: PercentCrop): Promise<Blob> {
  const [left, top] = [(x / 100) * photo.width, (y / 100) * photo.height];
  const [wide, high] = [(width / 100) * photo.width, (height / 100) * photo.height];
  const side = Math.max(1, Math.min(MAX_SIDE, Math.round(wide)));
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no 2D canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, left, top, wide, high, 0, 0, side, side);
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  // Safari cannot encode WebP and returns a large PNG instead.
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
