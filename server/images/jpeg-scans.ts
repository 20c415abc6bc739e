const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * How often a JPEG goes over its picture, up to `most`: a decoder does as much work each time, and a scan may take ten
 * bytes (ITU-T T.81, annex B).
 */
export function countScans(bytes: Buffer, most: number): number {
  let scans = 0;
  let at = 2;
  while (scans < most) {
    at = bytes.indexOf(MARKER, at);
    const kind = bytes[at + 1];
    if (at < 0 || kind === undefined || kind === END_OF_IMAGE) return scans;
    if (kind === MARKER) at += 1;
    else if (standsAlone(kind)) at += 2;
    else {
      if (kind === START_OF_SCAN) scans += 1;
      // Its two bytes of length are part of it.
      at += 2 + (at + 4 <= bytes.length ? Math.max(2, bytes.readUInt16BE(at + 2)) : bytes.length);
    }
  }
  return scans;
}

/** A stuffed zero, a restart marker, the start of an image: no length follows. */
function standsAlone(kind: number): boolean {
  return kind === 0 || kind === 1 || (kind >= 0xd0 && kind <= 0xd8);
}
