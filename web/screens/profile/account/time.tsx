const DATE_TIME = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'medium', timeStyle: 'short' });

export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{DATE_TIME.format(new Date(at))}</time>;
}
