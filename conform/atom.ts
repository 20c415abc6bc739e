/** A sentence of the specification, and the check that a front end or a server obeys it. */
export type Atom<Subject> = { id: string; says: string; check: (subject: Subject) => Promise<void> };

/** `where` is the section of the specification. */
export type Section<Subject> = { name: string; where: string; atoms: Atom<Subject>[] };

/** What a check expected and what it saw, in Portuguese: a student reads both. */
export class Deviation extends Error {
  readonly expected: string;
  readonly seen: string;

  constructor(expected: string, seen: string) {
    super(`esperado: ${expected}; visto: ${seen}`);
    this.expected = expected;
    this.seen = seen;
  }
}

type Rows<Subject> = Record<string, [says: string, check: (subject: Subject) => Promise<void>]>;

export function section<Subject>(name: string, where: string, rows: Rows<Subject>): Section<Subject> {
  return { name, where, atoms: Object.entries(rows).map(([id, [says, check]]) => ({ id, says, check })) };
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
