import { memo } from 'react';
import type { Technology } from '#contract/technology.ts';
import { TrashIcon } from '../../../components/icons.tsx';
import { neighbourOr, useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { useAddedRow, useListMotion, type OnAdded } from './list-motion.ts';
import styles from './technology-list.module.css';
import { TitleAndLevel } from './title-and-level.tsx';
import { useLogo } from './use-logo.ts';

type OnOpen = (dialog: { kind: 'edit' | 'delete'; technology: Technology }) => void;

type RowProps = {
  technology: Technology;
  Logo: ReturnType<typeof useLogo>;
  /** Undefined outside the selection mode. */
  selected: boolean | undefined;
  onToggle: (id: string) => void;
  onOpen: OnOpen;
};

type ListProps = Pick<RowProps, 'onToggle' | 'onOpen'> & {
  technologies: Technology[] | undefined;
  visible: Technology[];
  selection: ReadonlySet<string> | undefined;
  onAdded: OnAdded;
};

/** Shows a skeleton while `technologies` is undefined. Callbacks must be stable, or all rows render again. */
export const TechnologyList = memo(function TechnologyList(props: ListProps) {
  const { technologies, visible, selection, onAdded, ...callbacks } = props;
  const list = useListMotion(visible);
  const Logo = useLogo();
  useAddedRow(list, technologies, onAdded);
  if (technologies === undefined) return <LoadingRows />;
  if (technologies.length === 0) return <EmptyList />;
  if (visible.length === 0) return <p className={styles.empty}>Nenhuma tecnologia com este filtro.</p>;
  return (
    <ul ref={list} className={styles.list}>
      {visible.map((technology) => (
        <TechnologyRow
          key={technology.id}
          technology={technology}
          Logo={Logo}
          selected={selection?.has(technology.id)}
          {...callbacks}
        />
      ))}
    </ul>
  );
});

const neighbourOrAdd = neighbourOr('add-technology');

const TechnologyRow = memo(function TechnologyRow({ technology, Logo, selected, onToggle, onOpen }: RowProps) {
  const row = useFocusFallback<HTMLLIElement>(neighbourOrAdd);
  const content = (
    <>
      <span className={styles.logo} aria-hidden="true">
        {Logo && <Logo title={technology.title} />}
      </span>
      <TitleAndLevel {...technology} />
    </>
  );
  return (
    <li ref={row} className={styles.row} data-technology={technology.id} data-selected={selected}>
      {selected === undefined ? (
        <>
          <button
            type="button"
            className={styles.edit}
            title="Editar"
            onClick={() => onOpen({ kind: 'edit', technology })}
          >
            {content}
          </button>
          <button
            type="button"
            className={styles.delete}
            title={`Excluir ${technology.title}`}
            data-remove
            onClick={() => onOpen({ kind: 'delete', technology })}
          >
            <TrashIcon />
          </button>
        </>
      ) : (
        <label className={styles.edit}>
          <input type="checkbox" checked={selected} onChange={() => onToggle(technology.id)} />
          {content}
        </label>
      )}
    </li>
  );
});

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
