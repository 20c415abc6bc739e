import { ReactCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import styles from './avatar-section.module.css';

// Twice what the server keeps on a screen with dense pixels: a phone's photo of 8 MB is sent as some 200 kB.
const SIDE = 1024;
const QUALITY = 0.9;

const corner = (place: string) => `Canto ${place}: as setas mudam o tamanho`;
const LABELS = {
  cropArea: 'Parte da foto que aparece: as setas movem',
  nwDragHandle: corner('superior esquerdo'),
  neDragHandle: corner('superior direito'),
  swDragHandle: corner('inferior esquerdo'),
  seDragHandle: corner('inferior direito'),
  // Hidden while the shape is fixed.
  nDragHandle: '',
  eDragHandle: '',
  sDragHandle: '',
  wDragHandle: '',
};

type AvatarCropProps = {
  /** The photo's object URL. */
  preview: string;
  crop: PercentCrop;
  blocked: boolean;
  onChange: (crop: PercentCrop) => void;
};

/** A photo and the square of it that is used, moved and resized by finger, mouse and arrow keys. */
export function AvatarCrop({ preview, crop, blocked, onChange }: AvatarCropProps) {
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
        <img src={preview} alt="" />
      </ReactCrop>
    </div>
  );
}

/** The largest square in the middle. */
export function middleOf({ width, height }: ImageBitmap): PercentCrop {
  const side = Math.min(width, height);
  const [wide, high] = [(side / width) * 100, (side / height) * 100];
  return { unit: '%', x: (100 - wide) / 2, y: (100 - high) / 2, width: wide, height: high };
}

/** That part of a photo, scaled down to what is worth sending. */
export async function cutOut(photo: ImageBitmap, { x, y, width, height }: PercentCrop): Promise<Blob> {
  const [left, top] = [(x / 100) * photo.width, (y / 100) * photo.height];
  const [wide, high] = [(width / 100) * photo.width, (height / 100) * photo.height];
  const side = Math.max(1, Math.min(SIDE, Math.round(wide)));
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws nothing');
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, left, top, wide, high, 0, 0, side, side);
  const small = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  // Safari writes no WebP, and answers with a large PNG instead.
  return small.type === 'image/webp' ? small : canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
