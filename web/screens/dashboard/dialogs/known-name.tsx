import { useDeferredValue, useMemo } from 'react';
import { Suggestion } from '../../../components/forms/suggestion.tsx';
import { nearestTechnology } from './nearest-technology.ts';

type KnownNameProps = { title: string; existingTitles: readonly string[]; onAccept: (name: string) => void };

/** Suggests the known technology that a misspelled title resembles. */
export function KnownName({ title, existingTitles, onAccept }: KnownNameProps) {
  const deferredTitle = useDeferredValue(title, '');
  const nearest = useMemo(() => nearestTechnology(deferredTitle), [deferredTitle]);
  const exists = existingTitles.some((existing) => existing.toLowerCase() === nearest?.toLowerCase());
  return (
    <span role="status">
      {nearest !== undefined && !exists && <Suggestion name={nearest} onAccept={() => onAccept(nearest)} />}
    </span>
  );
}
