import { Button } from '../components/button.tsx';
import styles from './load-failure.module.css';

type LoadFailureProps = {
  /** The end of the sentence. */
  what: string;
  retrying: boolean;
  onRetry: () => void;
};

export function LoadFailure({ what, retrying, onRetry }: LoadFailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p>{`Não foi possível carregar ${what}.`}</p>
      <Button pending={retrying} onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}
