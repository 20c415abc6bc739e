import type { ReactNode } from 'react';
import { levelLabel } from '#contract/choices.ts';
import { Day } from '../../components/secondary/day.tsx';
import { hyphenated } from '../../evolution/levels.ts';
import type { Timeline } from '../../evolution/timeline.ts';
import styles from './evolution.module.css';

export function CountsTable({ timeline: { groups, points } }: { timeline: Timeline }) {
  return (
    <Table
      summary="Os números em uma tabela"
      caption="Tecnologias em cada nível, a cada dia em que algo mudou"
      columns={['Dia', ...groups.map(hyphenated), 'Total']}
    >
      <tbody>
        {points.map(({ day, counts, total }) => (
          <tr key={day.getTime()}>
            <th scope="row">
              <Day date={day} />
            </th>
            {groups.map((group) => (
              <td key={group}>{counts[group]}</td>
            ))}
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function DatesTable({ timeline: { technologies } }: { timeline: Timeline }) {
  return (
    <Table
      summary="As datas em uma tabela"
      caption="Os níveis de cada tecnologia, com o começo e o fim"
      columns={['Nível', 'De', 'Até']}
    >
      {technologies.map(({ id, title, spans, removed }) => (
        <tbody key={id}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {title}
            </th>
          </tr>
          {spans.map(({ group, from, to }, index) => (
            <tr key={from.getTime()}>
              <td>{levelLabel(group)}</td>
              <td>
                <Day date={from} />
              </td>
              <td>{index === spans.length - 1 && !removed ? 'hoje' : <Day date={to} />}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </Table>
  );
}

type TableProps = { summary: string; caption: string; columns: readonly string[]; children: ReactNode };

function Table({ summary, caption, columns, children }: TableProps) {
  return (
    <details className={styles.folded}>
      <summary>{summary}</summary>
      <table className={styles.table}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </details>
  );
}
