/** One edit of one file: `find` stands there exactly once. */
export type Change = { file: string; find: string; replace: string };

/** A fault to plant: what goes wrong, and the atoms whose tests must notice. */
export type Mutant = Change & {
  atoms: readonly [string, ...string[]];
  fault: string;
  /** More edits, for a fault that another line would otherwise hide. */
  also?: readonly Change[];
};

/** All edits that a fault takes. */
export function changesOf({ file, find, replace, also = [] }: Mutant): Change[] {
  return [{ file, find, replace }, ...also];
}
