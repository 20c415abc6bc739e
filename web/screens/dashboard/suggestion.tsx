import { useDeferredValue, useMemo } from 'react';
import { nearestTechnology } from './nearest-technology.ts';
import styles from './suggestion.module.css';

/** "Você quis dizer TypeScript?" under the field, when what is typed is nearly the name of a known technology. */
export function Suggestion({ typed, onTake }: { typed: string; onTake: (name: string) => void }) {
  // A letter is on the screen before all names are looked through for it.
  const settled = useDeferredValue(typed);
  const name = useMemo(() => nearestTechnology(settled), [settled]);
  return (
    <span role="status">
      {name !== undefined && (
        <button type="button" className={styles.suggestion} onClick={() => onTake(name)}>
          Você quis dizer <b>{name}</b>?
        </button>
      )}
    </span>
  );
}
