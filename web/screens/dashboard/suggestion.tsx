import { useDeferredValue, useMemo } from 'react';
import { nearestTechnology } from './nearest-technology.ts';
import styles from './suggestion.module.css';

/** Offers the known name that was probably meant. */
export function Suggestion({ typed, onTake }: { typed: string; onTake: (name: string) => void }) {
  // Typing is painted before the search.
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
