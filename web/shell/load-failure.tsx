import { Button } from '../components/button.tsx';
import styles from './load-failure.module.css';

type LoadFailureProps = {
  /** What could not be loaded, as the end of the sentence. */
  what: string;
  retrying: boolean;
  onRetry: () => void;
};

/** Stands where what a screen is about would stand, and offers to ask for it again. */
export function LoadFailure({ what, retrying, onRetry }: LoadFailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p>{`Não foi possível carregar ${what}.`}</p>
      <Button pending={retrying} onClick={() => !retrying && onRetry()}>
        Tentar de novo
      </Button>
    </div>
  );
}
