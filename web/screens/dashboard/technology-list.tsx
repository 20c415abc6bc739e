import { memo, useLayoutEffect, useRef } from 'react';
import { levelLabel, levelOf, LEVELS } from '#contract/choices.ts';
import type { Technology } from '#contract/technology.ts';
import { TrashIcon } from '../../components/icons.tsx';
import { useArrival, useListMotion, type OnArrival } from './list-motion.ts';
import { useListTools } from './list-tools.tsx';
import styles from './technology-list.module.css';

type Open = (opened: { dialog: 'edit' | 'delete'; technology: Technology }) => void;

/**
 * The technologies by creation; a skeleton while they load. The callbacks must be stable, or hundreds of rows render
 * again.
 */
export const TechnologyList = memo(function TechnologyList({
  technologies,
  onOpen,
  onArrival,
}: {
  technologies: Technology[] | undefined;
  onOpen: Open;
  onArrival: OnArrival;
}) {
  const { visible, tools } = useListTools(technologies);
  const list = useListMotion(visible);
  useArrival(list, technologies, onArrival);
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

const TechnologyRow = memo(function TechnologyRow({ technology, onOpen }: { technology: Technology; onOpen: Open }) {
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row);
  return (
    <li ref={row} className={styles.row} data-technology={technology.id}>
      <button
        type="button"
        className={styles.edit}
        title="Editar"
        onClick={() => onOpen({ dialog: 'edit', technology })}
      >
        <TitleAndLevel {...technology} />
      </button>
      <button
        type="button"
        className={styles.delete}
        title={`Excluir ${technology.title}`}
        data-delete
        onClick={() => onOpen({ dialog: 'delete', technology })}
      >
        <TrashIcon />
      </button>
    </li>
  );
});

function TitleAndLevel({ title, status }: Pick<Technology, 'title' | 'status'>) {
  return (
    <>
      <span className={styles.title}>{title}</span>{' '}
      <span className={styles.level}>
        <span className={styles.status}>{levelLabel(status)}</span>
        <Meter rank={LEVELS.findIndex((level) => level === levelOf(status))} />
      </span>
    </>
  );
}

/** A focused row that goes hands the focus to the next row's trash, the previous one's, or "+". */
function useFocusFallback(row: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const leaving = row.current;
    return () => {
      if (leaving === null || !leaving.contains(document.activeElement)) return;
      const neighbour = leaving.nextElementSibling ?? leaving.previousElementSibling;
      const heir = neighbour?.querySelector<HTMLElement>('[data-delete]') ?? document.getElementById('add-technology');
      heir?.focus();
    };
  }, [row]);
}

/** As many steps as there are levels, filled up to this one. The word beside it says the same. */
function Meter({ rank }: { rank: number }) {
  return (
    <span className={styles.meter} aria-hidden="true">
      {LEVELS.map((level, index) => (
        <span key={level} data-filled={index <= rank || undefined} />
      ))}
    </span>
  );
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
