export const DAY_MS = 24 * 60 * 60_000;

export function longDate(date = new Date()): string {
  return date.toLocaleDateString('pt-BR', { dateStyle: 'long' });
}
