import { KNOWN_TECHNOLOGIES } from '#contract/known-technologies.ts';
import { distance } from './distance.ts';

/** Makes "nodejs" and "Node.js" one spelling. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}+#]/gu, '');
}

// Endings are left off: "vue" is Vue.js, "tailwind" is Tailwind CSS.
const SPELLINGS = KNOWN_TECHNOLOGIES.flatMap((name) =>
  [...new Set([bare(name), bare(name.replace(/( CSS|\.js)$/, ''))])].map((key) => ({ key, name })),
);

// A slip in a short name makes another name.
function slipsAllowed(length: number): number {
  if (length < 5) return 0;
  return length < 8 ? 1 : 2;
}

/** The known name that was probably meant; undefined for a known spelling or an unknown name. */
export function nearestTechnology(typed: string): string | undefined {
  const text = typed.trim();
  const key = bare(text);
  if (key === '' || KNOWN_TECHNOLOGIES.includes(text)) return undefined;
  const allowed = slipsAllowed(key.length);
  let nearest: { name: string; slips: number } | undefined;
  for (const spelling of SPELLINGS) {
    const slips = distance(key, spelling.key, allowed);
    if (slips < (nearest?.slips ?? Infinity)) nearest = { name: spelling.name, slips };
  }
  return nearest?.name;
}
