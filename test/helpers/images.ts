import sharp from 'sharp';

/** A small picture of one colour. */
export function aPicture(format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', colour = '#257942'): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** A form that holds one file, as a browser sends it. */
export function aForm(bytes: Uint8Array, { field = 'avatar', name = 'ana.png', type = 'image/png' } = {}): FormData {
  const form = new FormData();
  form.append(field, new File([Uint8Array.from(bytes)], name, { type }));
  return form;
}
