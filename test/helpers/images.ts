import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

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

/** A chunk of a PNG file (PNG, third edition, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A small file that says it is a huge picture, and is one: black pixels of one bit each. */
export function aBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
