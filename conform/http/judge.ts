import type { Api } from '../api.ts';
import { type Atom, Deviation, type Section, type Verdict } from '../atom.ts';

export async function judgeServer(atom: Atom<Api>, { name, where }: Section<Api>, api: Api): Promise<Verdict> {
  const start = performance.now();
  const { id, says } = atom;
  const verdict = { id, says, section: name, where };
  const seconds = () => Math.round(performance.now() - start) / 1_000;
  try {
    await atom.check(api);
    return { ...verdict, seconds: seconds() };
  } catch (error) {
    const { expected, seen } = error instanceof Deviation ? error : new Deviation(says, String(error));
    return { ...verdict, seconds: seconds(), deviation: { expected, seen } };
  }
}
