import { useDeferredValue, useMemo } from 'react';
import { nearestTechnology } from './nearest-technology.ts';
import styles from './suggestion.module.css';

type SuggestionProps = { title: string; existingTitles: readonly string[]; onAccept: (name: string) => void };

export function Suggestion({ title, existingTitles, onAccept }: SuggestionProps) {
  const deferredTitle = useDeferredValue(title, '');
  const nearest = useMemo(() => nearestTechnology(deferredTitle), [deferredTitle]);
  const exists = existingTitles.some((existing) => existing.toLowerCase() === nearest?.toLowerCase());
  return (
    <span role="status">
      {nearest !== undefined && !exists && (
        <button type="button" className={styles.suggestion} onClick={() => onAccept(nearest)}>
          Você quis dizer <b>{nearest}</b>?
        </button>
      )}
    </span>
  );
}
