import { Button } from '../button.tsx';
import { ConfirmationButtons } from './confirmation.tsx';

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
