import type { ReactNode } from 'react';
import type { Evolution, Lane } from '../../evolution/timeline.ts';
import { groupLabel, hyphenated } from '../../evolution/levels.ts';
import { longDay, shortDay } from '../../evolution/summary.ts';
import styles from './evolution.module.css';

export function CountsTable({ evolution: { groups, points } }: { evolution: Evolution }) {
  return (
    <Collapsible summary="Os números em uma tabela">
      <table className={styles.table}>
        <caption className="sr-only">Tecnologias em cada nível, a cada dia em que algo mudou</caption>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            {groups.map((group) => (
              <th key={group} scope="col">
                {hyphenated(group)}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ day, counts, total }) => (
            <tr key={day.getTime()}>
              <th scope="row">
                <Day day={day} />
              </th>
              {groups.map((group) => (
                <td key={group}>{counts[group]}</td>
              ))}
              <td>{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Collapsible>
  );
}

export function LanesTable({ evolution: { lanes } }: { evolution: Evolution }) {
  return (
    <Collapsible summary="As datas em uma tabela">
      <table className={styles.table}>
        <caption className="sr-only">Os níveis de cada tecnologia, com o começo e o fim</caption>
        <thead>
          <tr>
            <th scope="col">Nível</th>
            <th scope="col">De</th>
            <th scope="col">Até</th>
          </tr>
        </thead>
        {lanes.map((lane) => (
          <LaneRows key={lane.id} lane={lane} />
        ))}
      </table>
    </Collapsible>
  );
}

function LaneRows({ lane: { title, spans, removed } }: { lane: Lane }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          {title}
        </th>
      </tr>
      {spans.map(({ group, from, to }, index) => (
        <tr key={from.getTime()}>
          <td>{groupLabel(group)}</td>
          <td>
            <Day day={from} />
          </td>
          <td>{index === spans.length - 1 && !removed ? 'hoje' : <Day day={to} />}</td>
        </tr>
      ))}
    </tbody>
  );
}

function Day({ day }: { day: Date }) {
  return (
    <time
      dateTime={`${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`}
      title={longDay(day)}
    >
      {shortDay(day)}
    </time>
  );
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function Collapsible({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.folded}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
