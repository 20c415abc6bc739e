import { Button } from '../components/button.tsx';
import { useFocusHeir } from './focus-heir.ts';
import styles from './load-failure.module.css';

type LoadFailureProps = {
  /** The end of the sentence. */
  what: string;
  retrying: boolean;
  onRetry: () => void;
};

/** Once it goes, the heading above takes the focus of its button. */
export function LoadFailure({ what, retrying, onRetry }: LoadFailureProps) {
  const failure = useFocusHeir<HTMLDivElement>();
  return (
    <div ref={failure} className={styles.failure} role="alert">
      <p>{`Não foi possível carregar ${what}.`}</p>
      <Button pending={retrying} onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}
