import { ApiError } from './api.ts';
import type { Reason } from './components/reason.tsx';
import { plural } from './components/plural.ts';

// In seconds. Longer waits are given in minutes.
const LONGEST_IN_SECONDS = 89;

/** Explains a failed call if a retry can help. Returns undefined if the user has to change the input. */
export function reasonOf(error: unknown, inForm = false): Reason | undefined {
  if (!(error instanceof ApiError)) {
    return { words: () => `Sem resposta do servidor.${inForm ? ' Seus dados continuam aqui.' : ''}` };
  }
  if (error.status === 429) return throttled(error.retryAfter);
  if (error.status < 500) return undefined;
  return { words: () => 'O servidor não conseguiu responder. Tente de novo em instantes.' };
}

function throttled(retryAfter: number): Reason {
  if (!(retryAfter > 0)) return { words: () => 'Muitas tentativas. Espere um pouco e tente de novo.' };
  return {
    until: Date.now() + retryAfter * 1000,
    words: (seconds) => `Muitas tentativas. Espere ${inUnits(seconds)} e tente de novo.`,
  };
}

function inUnits(seconds: number): string {
  return seconds > LONGEST_IN_SECONDS ? plural(Math.ceil(seconds / 60), 'minuto') : plural(seconds, 'segundo');
}
