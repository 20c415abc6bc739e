import { useEffect } from 'react';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { FilterInput } from '../../../shell/signed-in/filter-input.tsx';
import { useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { useScreenCalls } from '../../../shell/signed-in/calls.tsx';
import styles from './list-bar.module.css';
import { FilterCount } from './list-tools.tsx';
import type { ListView } from './list-view.ts';

type Undo = { name: string; undo: () => void };

type ListBarProps = { view: ListView; lastChange: Undo | undefined; dialogOpen: boolean; onAdd: () => void };

/** Stays in view above the list. */
export function ListBar({ view, lastChange, dialogOpen, onAdd }: ListBarProps) {
  const { expired } = useScreenCalls();
  // The notice of an expired session shifts the list, so the focused row is scrolled into view.
  useEffect(() => {
    if (expired && !dialogOpen) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [expired, dialogOpen]);
  return (
    <div className={styles.bar}>
      <ExpiredSession />
      <h2 id="technologies" tabIndex={-1}>
        Tecnologias
      </h2>
      {view.isLong && <FilterCount {...view} />}
      {lastChange && <UndoButton {...lastChange} />}
      {view.isLong && <FilterInput label="Filtrar tecnologias" value={view.filter} onChange={view.setFilter} />}
      <button type="button" id="add-technology" className={styles.add} title="Adicionar tecnologia" onClick={onAdd}>
        +
      </button>
    </div>
  );
}

function UndoButton({ name, undo }: Undo) {
  const button = useFocusFallback<HTMLButtonElement>();
  return (
    <button ref={button} type="button" className={styles.undo} onClick={undo}>
      Desfazer {name}
    </button>
  );
}
