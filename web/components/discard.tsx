import { Button } from './button.tsx';
import { Answers } from './confirmation.tsx';

export const DISCARD = 'Descartar o que você escreveu?';

export function DiscardAnswers({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <Answers>
      <Button tone="danger" onClick={onDiscard}>
        Descartar
      </Button>
      <Button tone="quiet" data-autofocus onClick={onStay}>
        Continuar escrevendo
      </Button>
    </Answers>
  );
}
