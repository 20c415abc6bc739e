import { ApiError } from './api.ts';
import type { Reason } from './components/reason.tsx';

const NO_RESPONSE = 'Sem resposta do servidor.';
const MINUTES_FROM = 90;

/** Explains a failed call if a retry can help. Returns undefined if the user has to change the input. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof ApiError)) return { words: () => NO_RESPONSE };
  if (error.status === 429) return throttled(error.retryAfter);
  if (error.status < 500) return undefined;
  return { words: () => 'O servidor não conseguiu responder. Tente de novo em instantes.' };
}

/** Like `reasonOf`, for a form: adds that the entered data is not lost. */
export function reasonBesideForm(error: unknown): Reason | undefined {
  if (error instanceof ApiError) return reasonOf(error);
  return { words: () => `${NO_RESPONSE} Seus dados continuam aqui.` };
}

function throttled(retryAfter: number): Reason {
  if (!(retryAfter > 0)) return { words: () => 'Muitas tentativas. Espere um pouco e tente de novo.' };
  return {
    until: Date.now() + retryAfter * 1000,
    words: (seconds) => `Muitas tentativas. Espere ${inUnits(seconds)} e tente de novo.`,
  };
}

function inUnits(seconds: number): string {
  if (seconds >= MINUTES_FROM) return `${Math.ceil(seconds / 60)} minutos`;
  return `${seconds} segundo${seconds === 1 ? '' : 's'}`;
}
