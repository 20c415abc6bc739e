import { Button } from '../../components/button.tsx';
import { useFocusFallback } from './focus-fallback.ts';
import styles from './load-failure.module.css';

type LoadFailureProps = {
  what: string;
  retrying: boolean;
  onRetry: () => void;
};

export function LoadFailure({ what, retrying, onRetry }: LoadFailureProps) {
  const failure = useFocusFallback<HTMLDivElement>();
  return (
    <div ref={failure} className={styles.failure} role="alert">
      <p>{`Não foi possível carregar ${what}.`}</p>
      <Button pending={retrying} onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}
