const DATE_TIME = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long' });

export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{DATE_TIME.format(new Date(at))}</time>;
}

export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{DAY.format(new Date(at))}</time>;
}
