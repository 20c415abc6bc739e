/** "1 hora", "2 horas". Without Intl, which would add 30 ms to the start. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
