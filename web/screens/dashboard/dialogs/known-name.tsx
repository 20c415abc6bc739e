import { useEffect, useMemo, useState } from 'react';
import { Suggestion } from '../../../components/forms/suggestion.tsx';
import { nearestTechnology } from './nearest-technology.ts';

const TYPING_MS = 700;

type KnownNameProps = { title: string; existingTitles: readonly string[]; onAccept: (name: string) => void };

/** Suggests the known technology that a misspelled title resembles, when the typing pauses: half a name is no mistake. */
export function KnownName({ title, existingTitles, onAccept }: KnownNameProps) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTyped(title), TYPING_MS);
    return () => clearTimeout(timer);
  }, [title]);
  const nearest = useMemo(() => (typed === title ? nearestTechnology(typed) : undefined), [typed, title]);
  const exists = existingTitles.some((existing) => existing.toLowerCase() === nearest?.toLowerCase());
  return (
    <span role="status">
      {nearest !== undefined && !exists && <Suggestion name={nearest} onAccept={() => onAccept(nearest)} />}
    </span>
  );
}
