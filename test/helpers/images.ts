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

/** A WebP file of 38 bytes for each frame. */
export async function anAnimation(frames: number): Promise<Buffer> {
  const create = { width: 1, height: 1, channels: 4, background: '#257942' } as const;
  const still = await sharp({ create }).webp({ lossless: true }).toBuffer();
  const image = still.subarray(12);
  // Position, size minus one and duration are zero.
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), image]));
  const features = Buffer.alloc(10);
  features[0] = 2;
  const chunks = [
    riffChunk('VP8X', features),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(frame),
  ];
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** A chunk of a WebP file (RFC 9649, section 2.3). */
function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}----`);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
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
