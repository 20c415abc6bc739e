// Apart from the shapes: a page that only counts does not load zod.

/** How many works show each technology, by its id. A technology that none shows is not in it. */
export function countShown(works: ReadonlyArray<{ technologies: readonly string[] }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of works.flatMap(({ technologies }) => technologies)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
