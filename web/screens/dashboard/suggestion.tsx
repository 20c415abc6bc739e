import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import styles from './suggestion.module.css';

type Suggest = (typed: string) => string | undefined;

/** "Você quis dizer TypeScript?" under the field, when what is typed is nearly the name of a known technology. */
export function Suggestion({ typed, onTake }: { typed: string; onTake: (name: string) => void }) {
  const suggest = useSuggest();
  // A letter is on the screen before all names are looked through for it.
  const settled = useDeferredValue(typed);
  const name = useMemo(() => suggest?.(settled), [suggest, settled]);
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

/** The known names are a chunk of their own; without them there is nothing to suggest, and nothing else is missing. */
function useSuggest(): Suggest | undefined {
  const [suggest, setSuggest] = useState<Suggest>();
  useEffect(() => {
    let wanted = true;
    import('./known-technologies.ts').then(
      (module) => wanted && setSuggest(() => module.nearestTechnology),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return suggest;
}
