import { useDeferredValue, useMemo } from 'react';
import { nearestTechnology } from './nearest-technology.ts';
import styles from './suggestion.module.css';

type SuggestionProps = {
  title: string;
  existingTitles: readonly string[];
  onAccept: (name: string) => void;
};

export function Suggestion({ title, existingTitles, onAccept }: SuggestionProps) {
  const deferredTitle = useDeferredValue(title, '');
  const nearest = useMemo(() => nearestTechnology(deferredTitle), [deferredTitle]);
  const exists = existingTitles.some((existing) => existing.toLowerCase() === nearest?.toLowerCase());
  const name = exists ? undefined : nearest;
  return (
    // Always rendered: screen readers announce only changes of an existing live region.
    <span role="status">
      {name !== undefined && (
        <button type="button" className={styles.suggestion} onClick={() => onAccept(name)}>
          Você quis dizer <b>{name}</b>?
        </button>
      )}
    </span>
  );
}
