import { Refusal } from '../../api.ts';

/** Why a call failed, where a person can do something about it. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return 'Confira a sua conexão e tente de novo';
  if (error.code === 'too-many-requests') return 'Foram muitas tentativas: espere um pouco';
  if (error.code === 'unavailable' || error.code === 'overloaded')
    return 'O servidor está ocupado: tente daqui a pouco';
  return undefined;
}
