const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Stops at `most`. Counts the marker anywhere, because parsers disagree about forged files (ITU-T T.81, annex B). */
export function countScans(bytes: Buffer, most: number): number {
  let scans = 0;
  let at = bytes.indexOf(START_OF_SCAN);
  while (at >= 0 && scans < most) {
    scans += 1;
    at = bytes.indexOf(START_OF_SCAN, at + 2);
  }
  return scans;
}
