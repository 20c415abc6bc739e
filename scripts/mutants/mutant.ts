/** One edit; `find` must occur exactly once in the file. */
export type Change = { file: string; find: string; replace: string };

/** A fault to plant, and the requirements whose tests must fail. */
export type Mutant = Change & {
  atoms: readonly [string, ...string[]];
  fault: string;
  /** More edits, for a fault that another line would hide. */
  also?: readonly Change[];
};

export function changesOf({ file, find, replace, also = [] }: Mutant): Change[] {
  return [{ file, find, replace }, ...also];
}
