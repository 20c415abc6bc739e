import { Button } from './button.tsx';
import styles from './discard.module.css';

/** The title of what asks before typed text is lost. */
export const DISCARD = 'Descartar o que você escreveu?';

/** Its two answers. */
export function DiscardAnswers({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <div className={styles.answers}>
      <Button tone="danger" onClick={onDiscard}>
        Descartar
      </Button>
      <Button tone="quiet" data-autofocus onClick={onStay}>
        Continuar escrevendo
      </Button>
    </div>
  );
}
