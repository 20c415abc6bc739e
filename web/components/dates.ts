export const DAY_MS = 24 * 60 * 60_000;

// Made when needed: most pages show no date.
let long: Intl.DateTimeFormat | undefined;

export function longDate(date = new Date()): string {
  long ??= new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long' });
  return long.format(date);
}
