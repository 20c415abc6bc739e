import { SPELLINGS, spellingOf } from '#contract/public/known-technologies.ts';
import logos from './logos.json' with { type: 'json' };

/** `path` is drawn on a square of `LOGO_SIDE`; `slug` is its name at Simple Icons. Made by `npm run logos`. */
export type Logo = { slug: string; path: string };

export const LOGO_SIDE = 96;

const BY_NAME = new Map(
  Object.entries(logos).flatMap(([slug, { names, path }]) => names.map((name) => [name, { slug, path }] as const)),
);
const BY_SPELLING = new Map<string, Logo>();
for (const { key, name } of SPELLINGS) {
  const logo = BY_NAME.get(name);
  if (logo && !BY_SPELLING.has(key)) BY_SPELLING.set(key, logo);
}

/** Undefined for a technology that is not known, or whose makers let nobody draw theirs. */
export function logoOf(title: string): Logo | undefined {
  return BY_SPELLING.get(spellingOf(title));
}
