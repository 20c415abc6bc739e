/** Counts up to `most`. Anywhere in the file, because parsers disagree about the structure of forged files. */
export function countOccurrences(bytes: Buffer, sequence: Buffer, most: number): number {
  let count = 0;
  let at = bytes.indexOf(sequence);
  while (at >= 0 && count < most) {
    count += 1;
    at = bytes.indexOf(sequence, at + sequence.length);
  }
  return count;
}
