/** The state of a front end before a check: one of its screens, or one of its dialogs on the dashboard. */
export type Scene = 'signUp' | 'login' | 'dashboard' | 'create' | 'edit' | 'remove';

type Check<Subject> = (subject: Subject) => Promise<void>;

/**
 * A sentence of the specification, and the check that a front end or a server obeys it. A check with a scene begins in
 * it and leaves it unchanged.
 */
export type Atom<Subject> = { id: string; says: string; check: Check<Subject>; scene?: Scene };

/** `where` is the section of the specification. */
export type Section<Subject> = { name: string; where: string; atoms: Atom<Subject>[] };

/** A failed check: the expected and the observed state, in Portuguese, because a student reads both. */
export class Deviation extends Error {
  readonly expected: string;
  readonly seen: string;

  constructor(expected: string, seen: string) {
    super(`esperado: ${expected}; visto: ${seen}`);
    this.expected = expected;
    this.seen = seen;
  }
}

type Rows<Subject> = Record<string, [says: string, check: Check<Subject>, scene?: Scene]>;

export function section<Subject>(name: string, where: string, rows: Rows<Subject>): Section<Subject> {
  const atoms = Object.entries(rows).map(([id, [says, check, scene]]) => ({
    id,
    says,
    check,
    ...(scene && { scene }),
  }));
  return { name, where, atoms };
}

/** The result of one check. `picture` is a JPEG in Base64. */
export type Verdict = {
  id: string;
  says: string;
  section: string;
  where: string;
  seconds: number;
  deviation?: { expected: string; seen: string; picture?: string };
};
