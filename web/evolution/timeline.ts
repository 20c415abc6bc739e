import type { LevelChange } from '#contract/level-change.ts';
import { type Group, groupOf, GROUPS, usedGroups } from './levels.ts';

/** A period in which a technology has one level. Both dates are starts of days; `to` is exclusive. */
type Span = { group: Group; from: Date; to: Date };
type TechnologyTimeline = { id: string; title: string; spans: readonly [Span, ...Span[]]; removed: boolean };
export type Point = { day: Date; counts: Record<Group, number>; total: number };

/** A history in days of the local time zone. `to` is the end of today, and `latest` the last of `points`. */
export type Timeline = {
  from: Date;
  today: Date;
  to: Date;
  groups: readonly Group[];
  points: readonly [Point, ...Point[]];
  latest: Point;
  technologies: readonly TechnologyTimeline[];
};

export function timelineOf(changes: readonly LevelChange[], now: Date): Timeline | undefined {
  const today = dayOf(now);
  const to = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
  const byTechnology = Map.groupBy(changes, ({ technology }) => technology.id);
  const technologies = [...byTechnology.values()]
    .flatMap((technologyChanges) => technologyTimeline(technologyChanges, to) ?? [])
    .toSorted((one, other) => one.spans[0].from.getTime() - other.spans[0].from.getTime());
  const spans = technologies.flatMap((technology) => technology.spans);
  const days = new Set(spans.flatMap((span) => [span.from.getTime(), span.to.getTime()]));
  const times = [...days].filter((time) => time < to.getTime()).toSorted((one, other) => one - other);
  const [first, ...later] = times.map((time) => pointAt(new Date(time), technologies));
  if (first === undefined) return undefined;
  const groups = usedGroups((group) => spans.some((span) => span.group === group));
  return { from: first.day, today, to, groups, points: [first, ...later], latest: later.at(-1) ?? first, technologies };
}

function dayOf(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate());
}

function technologyTimeline(changes: readonly LevelChange[], to: Date): TechnologyTimeline | undefined {
  const lastOfDay = new Map(changes.map((change) => [dayOf(new Date(change.at)).getTime(), change]));
  const steps = [...lastOfDay].map(([time, { status }]) => ({ day: new Date(time), status }));
  const spans = steps.flatMap(({ day, status }, index): Span[] =>
    status === null ? [] : [{ group: groupOf(status), from: day, to: steps[index + 1]?.day ?? to }],
  );
  const [first, ...rest] = mergeNeighbours(spans, (span, next) =>
    span.group === next.group && span.to.getTime() === next.from.getTime() ? { ...span, to: next.to } : undefined,
  );
  const [{ technology }] = changes as [LevelChange];
  return first && { ...technology, spans: [first, ...rest], removed: steps.at(-1)?.status === null };
}

export function mergeNeighbours<Item>(
  items: readonly Item[],
  merge: (previous: Item, item: Item) => Item | undefined,
): Item[] {
  const result: Item[] = [];
  for (const item of items) {
    const previous = result.at(-1);
    const merged = previous && merge(previous, item);
    if (merged) result[result.length - 1] = merged;
    else result.push(item);
  }
  return result;
}

function pointAt(day: Date, technologies: readonly TechnologyTimeline[]): Point {
  const groups = technologies.flatMap((technology) => groupAt(technology, day) ?? []);
  const counts = Object.fromEntries(
    GROUPS.map((group) => [group, groups.filter((other) => other === group).length]),
  ) as Record<Group, number>;
  return { day, counts, total: groups.length };
}

export function groupAt({ spans }: TechnologyTimeline, day: Date): Group | undefined {
  return spans.find(({ from, to }) => from <= day && day < to)?.group;
}
