import type { Score } from './score.ts';

/** "conforme 131/153" as an SVG, green when all conform. */
export function badge({ passed, total }: Score): string {
  const rest = passed * 2 >= total ? '#9a6700' : '#b3261e';
  const colour = passed === total ? '#2e7d32' : rest;
  const value = `${passed}/${total}`;
  const [left, right] = [68, 16 + value.length * 7];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="conforme ${value}">
<title>conforme ${value}</title>
<rect width="${left}" height="20" fill="#424242"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11"><text x="${left / 2}" y="14">conforme</text><text x="${left + right / 2}" y="14">${value}</text></g>
</svg>
`;
}
