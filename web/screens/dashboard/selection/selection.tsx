import { useId } from 'react';
import { flushSync } from 'react-dom';
import { levelLabel, LEVELS } from '#contract/choices.ts';
import type { Technology } from '#contract/technology.ts';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { plural } from '../../../components/plural.ts';
import { useWindowEvent } from '../../../components/window-event.ts';
import { useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { deletion, levelChange, useBulk } from './bulk.ts';
import styles from './selection.module.css';
import type { TrackChange } from '../use-undo.ts';

type SelectionBarProps = {
  visible: Technology[];
  selection: ReadonlySet<string>;
  onSelect: (ids: string[]) => void;
  onClose: () => void;
  trackChange: TrackChange;
};

export function SelectionBar({ visible, selection, onSelect, ...options }: SelectionBarProps) {
  const bar = useFocusFallback<HTMLDivElement>();
  const label = useId();
  const { call, words } = useBulk(options);
  // Excludes rows that the filter hides.
  const selected = visible.filter(({ id }) => selection.has(id));
  const hasAll = selected.length === visible.length;
  const blocked = selected.length === 0 || call.pending;
  useWindowEvent('keydown', (event) => {
    if (call.pending || !isEscape(event, bar.current?.parentElement)) return;
    const row = document.activeElement?.closest('li');
    flushSync(options.onClose);
    row?.querySelector('button')?.focus();
  });

  return (
    <div
      ref={bar}
      className={styles.bar}
      data-selection
      role="group"
      aria-label="Tecnologias escolhidas"
      aria-busy={call.pending}
    >
      <p role="status">{plural(selected.length, 'escolhida')}</p>
      <Button tone="quiet" onClick={() => onSelect(hasAll ? [] : visible.map(({ id }) => id))}>
        {hasAll ? 'Nenhuma' : 'Todas'}
      </Button>
      <Button tone="quiet" onClick={options.onClose}>
        Cancelar
      </Button>
      <Button tone="danger" blocked={blocked} onClick={() => call.run(deletion(selected))}>
        Excluir
      </Button>
      <div role="group" aria-labelledby={label} className={styles.actions}>
        <span id={label} className="note">
          Mudar o nível para
        </span>
        {LEVELS.map((level) => (
          <Button key={level} tone="quiet" blocked={blocked} onClick={() => call.run(levelChange(selected, level))}>
            {levelLabel(level)}
          </Button>
        ))}
      </div>
      {call.pending && <PendingStatus call={call} words={words} />}
    </div>
  );
}

/** False for dialogs, menus and a filter with text, which use Escape themselves. */
function isEscape({ key, target }: KeyboardEvent, section: Element | null | undefined): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false;
  if (target.matches('[type=search]:not(:placeholder-shown)')) return false;
  return target === document.body || section?.contains(target) === true;
}
