import { Button } from './button.tsx';
import { Answers } from './confirmation.tsx';

/** The title of what asks before typed text is lost. */
export const DISCARD = 'Descartar o que você escreveu?';

/** Its two answers. */
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
