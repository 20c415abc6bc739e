import { Refusal } from './api.ts';
import type { Reason } from './components/reason.tsx';

const UNREACHED = 'Sem resposta do servidor.';
// From here on the wait is told in minutes.
const MINUTES_FROM = 90;

/** Why a call failed, where waiting or trying again helps; undefined where the user has to change something. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof Refusal)) return { words: () => UNREACHED };
  if (error.status === 429) return throttled(error.wait);
  if (error.status < 500) return undefined;
  return { words: () => 'O servidor não conseguiu responder. Tente de novo em instantes.' };
}

/** The same beside a form, which keeps what was typed. */
export function reasonBesideForm(error: unknown): Reason | undefined {
  if (error instanceof Refusal) return reasonOf(error);
  return { words: () => `${UNREACHED} Seus dados continuam aqui.` };
}

function throttled(wait: number): Reason {
  if (!(wait > 0)) return { words: () => 'Muitas tentativas. Espere um pouco e tente de novo.' };
  return {
    until: Date.now() + wait * 1000,
    words: (seconds) => `Muitas tentativas. Espere ${inUnits(seconds)} e tente de novo.`,
  };
}

function inUnits(seconds: number): string {
  if (seconds >= MINUTES_FROM) return `${Math.ceil(seconds / 60)} minutos`;
  return `${seconds} segundo${seconds === 1 ? '' : 's'}`;
}
