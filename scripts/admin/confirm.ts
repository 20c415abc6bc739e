import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { SetUpProblem } from '../set-up.mjs';

/** Asks whoever is at the terminal. Throws SetUpProblem unless they say yes, and where nobody can be asked. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new SetUpProblem('Nobody is there to be asked: say --yes. Nothing was changed.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close it, and are an answer, too.
  const closed = once(terminal, 'close').then(() => 'no');
  const answer = await Promise.race([terminal.question(`${question} [y/N] `).catch(() => 'no'), closed]);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new SetUpProblem('Nothing was changed.');
}
