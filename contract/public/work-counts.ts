// Separate from the schemas, so that a page which only counts does not load zod.

/** Counts works per technology id. Technologies without works are absent. */
export function countWorks(works: ReadonlyArray<{ technologies: readonly string[] }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of works.flatMap(({ technologies }) => technologies)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
