/** Replaces control characters, and all others that XML 1.0 does not allow. */
export function xmlText(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ');
}
