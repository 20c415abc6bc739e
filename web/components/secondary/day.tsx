import { longDate } from '../dates.ts';

const SHORT = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: '2-digit' });

export function Day({ date }: { date: Date }) {
  return (
    // Swedish dates are those of ISO 8601.
    <time dateTime={date.toLocaleDateString('sv')} title={longDate(date)}>
      {SHORT.format(date)}
    </time>
  );
}
