// Separate from the schemas, so that pages do not load zod.

/** Counts works per technology id. Technologies without works are absent. */
export function countWorks(works: ReadonlyArray<{ technologies: readonly string[] }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of works.flatMap(({ technologies }) => technologies)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Pinned works first, then the newest. `works` are in the order of creation, as in the API's responses. */
export function inPageOrder<Each extends { pinned: boolean }>(works: readonly Each[]): Each[] {
  return works.toReversed().toSorted((one, other) => Number(other.pinned) - Number(one.pinned));
}
