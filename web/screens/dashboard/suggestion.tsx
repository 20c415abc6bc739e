import { useDeferredValue, useMemo } from 'react';
import { nearestTechnology } from './nearest-technology.ts';
import styles from './suggestion.module.css';

type SuggestionProps = {
  typed: string;
  /** Titles that cannot be added again. */
  taken: readonly string[];
  onTake: (name: string) => void;
};

/** Offers the known name that was probably meant. */
export function Suggestion({ typed, taken, onTake }: SuggestionProps) {
  // Typing is painted before the search; the region stands before its text, so that screen readers announce it.
  const settled = useDeferredValue(typed, '');
  const nearest = useMemo(() => nearestTechnology(settled), [settled]);
  const name = taken.some((title) => title.toLowerCase() === nearest?.toLowerCase()) ? undefined : nearest;
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
