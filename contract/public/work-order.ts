/** Pinned works first, then the newest. `works` are in the order of creation, as in the API's responses. */
export function inPageOrder<Each extends { pinned: boolean }>(works: readonly Each[]): Each[] {
  return works.toReversed().toSorted((one, other) => Number(other.pinned) - Number(one.pinned));
}
