import { Refusal } from '../../api.ts';
import { toast } from '../../components/toast.ts';

/** Makes a handler that shows these words, and the reason where the user can act on it. */
export function tellFailure(words: string) {
  return (error: unknown) => {
    const reason = reasonOf(error);
    toast.error(reason === undefined ? words : `${words}. ${reason}`);
  };
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return 'Confira a sua conexão e tente de novo';
  if (error.code === 'too-many-requests') return 'Foram muitas tentativas: espere um pouco';
  if (error.code === 'unavailable' || error.code === 'overloaded')
    return 'O servidor está ocupado: tente daqui a pouco';
  return undefined;
}
