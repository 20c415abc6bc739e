import { memo } from 'react';
import { levelLabel, levelOf, LEVELS } from '#contract/choices.ts';
import type { Technology } from '#contract/technology.ts';
import { TrashIcon } from '../../components/icons.tsx';
import { useFocusFallback } from '../../shell/signed-in/focus-fallback.ts';
import { useAddedRow, useListMotion, type OnAdded } from './list-motion.ts';
import { useListTools } from './list-tools.tsx';
import styles from './technology-list.module.css';

type OnOpen = (dialog: { kind: 'edit' | 'delete'; technology: Technology }) => void;

type ListProps = { technologies: Technology[] | undefined; onOpen: OnOpen; onAdded: OnAdded };

/** Shows a skeleton while `technologies` is undefined. Callbacks must be stable, or all rows render again. */
export const TechnologyList = memo(function TechnologyList({ technologies, onOpen, onAdded }: ListProps) {
  const { visible, tools } = useListTools(technologies);
  const list = useListMotion(visible);
  useAddedRow(list, technologies, onAdded);
  if (technologies === undefined) return <LoadingRows />;
  if (technologies.length === 0) return <EmptyList />;
  return (
    <>
      {tools}
      {visible.length === 0 ? (
        <p className={styles.empty}>Nenhuma tecnologia com este filtro.</p>
      ) : (
        <ul ref={list} className={styles.list}>
          {visible.map((technology) => (
            <TechnologyRow key={technology.id} technology={technology} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </>
  );
});

const TechnologyRow = memo(function TechnologyRow({ technology, onOpen }: { technology: Technology; onOpen: OnOpen }) {
  const row = useFocusFallback<HTMLLIElement>(neighbourOf);
  return (
    <li ref={row} className={styles.row} data-technology={technology.id}>
      <button type="button" className={styles.edit} title="Editar" onClick={() => onOpen({ kind: 'edit', technology })}>
        <TitleAndLevel {...technology} />
      </button>
      <button
        type="button"
        className={styles.delete}
        title={`Excluir ${technology.title}`}
        data-delete
        onClick={() => onOpen({ kind: 'delete', technology })}
      >
        <TrashIcon />
      </button>
    </li>
  );
});

export function TitleAndLevel({ title, status }: Pick<Technology, 'title' | 'status'>) {
  const rank = LEVELS.findIndex((level) => level === levelOf(status));
  return (
    <>
      <span className={styles.title}>{title}</span>{' '}
      <span className={styles.level}>
        <span className={styles.status}>{levelLabel(status)}</span>
        <span className={styles.meter} aria-hidden="true">
          {LEVELS.map((level, index) => (
            <span key={level} data-filled={index <= rank || undefined} />
          ))}
        </span>
      </span>
    </>
  );
}

function neighbourOf(row: Element): HTMLElement | null {
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  return neighbour?.querySelector<HTMLElement>('[data-delete]') ?? document.getElementById('add-technology');
}

const EXAMPLES = [
  { title: 'HTML', status: 'Avançado' },
  { title: 'CSS', status: 'Intermediario' },
  { title: 'JavaScript', status: 'Iniciante' },
];

function EmptyList() {
  return (
    <div className={styles.empty} data-tip>
      <p>Você ainda não cadastrou nenhuma tecnologia. Use o botão + para começar.</p>
      <div className={styles.examples} aria-hidden="true">
        {EXAMPLES.map((example) => (
          <div key={example.title} className={styles.row}>
            <span className={styles.edit}>
              <TitleAndLevel {...example} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

function LoadingRows() {
  return (
    <div className={styles.list} aria-busy="true">
      <p className="sr-only" role="status">
        Carregando tecnologias
      </p>
      {[55, 35, 45].map((width) => (
        <div key={width} className={styles.loadingRow} aria-hidden="true">
          <span style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
