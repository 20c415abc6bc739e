import type { Logo } from '#contract/public/page.ts';
import { SPELLINGS, spellingOf } from '#contract/public/known-technologies.ts';
import logos from './logos.json' with { type: 'json' };

const BY_NAME = new Map(
  Object.entries(logos).flatMap(([slug, { names, path }]) => names.map((name) => [name, { slug, path }] as const)),
);
const BY_SPELLING = new Map<string, Logo>();
for (const { key, name } of SPELLINGS) {
  const logo = BY_NAME.get(name);
  if (logo && !BY_SPELLING.has(key)) BY_SPELLING.set(key, logo);
}

/** `npm run logos` generates the logos. Returns undefined for an unknown technology, and for logos that may not be used. */
export function logoOf(title: string): Logo | undefined {
  return BY_SPELLING.get(spellingOf(title));
}
