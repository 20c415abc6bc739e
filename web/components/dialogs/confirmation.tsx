import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import styles from './confirmation.module.css';

export function ConfirmationText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.about}>
      {children}
    </div>
  );
}

export function ConfirmationButtons({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>;
}

export const DISCARD = 'Descartar o que você escreveu?';

export function DiscardButtons({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <ConfirmationButtons>
      <Button tone="danger" onClick={onDiscard}>
        Descartar
      </Button>
      <Button tone="quiet" data-autofocus onClick={onStay}>
        Continuar escrevendo
      </Button>
    </ConfirmationButtons>
  );
}
