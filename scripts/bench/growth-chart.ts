import { type Figures, MEASURES } from './growth-measures.ts';

const [WIDTH, HEIGHT] = [720, 300];
const PLOT = { left: 44, top: 34, width: 220, height: 220, gap: 60 };
// Told apart also without colour, by their dashes.
const DRAWN = [
  { measure: 'read', colour: '#4c78d8', dash: '' },
  { measure: 'write', colour: '#c0563b', dash: '6 3' },
  { measure: 'login', colour: '#8a63c9', dash: '2 3' },
  { measure: 'common', colour: '#2f8f5b', dash: '10 3 2 3' },
  { measure: 'absent', colour: '#a8780f', dash: '1 4' },
] as const;
const DECADES = [0.1, 1, 10, 100];

/** Milliseconds by users, both by tens: a line that stays level costs the same for a million. */
export function drawCurves(sizes: number[], all: Record<string, Figures[]>): string {
  const parts = Object.entries(all).map(([engine, figures], at) => plot(engine, sizes, figures, at));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Milliseconds by number of users">
<style>
text { font: 11px sans-serif; fill: #333; } .grid { stroke: #8886; } path { fill: none; stroke-width: 2; }
@media (prefers-color-scheme: dark) { text { fill: #ddd; } }
</style>
${parts.join('\n')}
${DRAWN.map(legend).join('\n')}
</svg>
`;
}

function plot(engine: string, sizes: number[], figures: Figures[], at: number): string {
  const left = PLOT.left + at * (PLOT.width + PLOT.gap);
  const x = (index: number) => left + (index * PLOT.width) / Math.max(1, sizes.length - 1);
  const grid = DECADES.map(
    (value) =>
      `<line class="grid" x1="${left}" x2="${left + PLOT.width}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text x="${left - 4}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const names = sizes.map(
    (size, index) =>
      `<text x="${x(index)}" y="${PLOT.top + PLOT.height + 16}" text-anchor="middle">${shortly(size)}</text>`,
  );
  const curves = DRAWN.map(({ measure, colour, dash }) => {
    const points = figures.map((figure, index) => `${x(index).toFixed(1)} ${y(figure[measure]).toFixed(1)}`);
    return `<path d="M${points.join('L')}" stroke="${colour}" stroke-dasharray="${dash}"/>`;
  });
  const title = `<text x="${left}" y="${PLOT.top - 14}">${engine}, ms by users</text>`;
  return [title, ...grid, ...names, ...curves].join('\n');
}

function y(value: number): number {
  const [least = 0.1, most = 100] = [DECADES[0], DECADES.at(-1)];
  const share = Math.log10(Math.max(least, Math.min(most, value)) / least) / Math.log10(most / least);
  return PLOT.top + PLOT.height * (1 - share);
}

function shortly(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000} M` : `${size / 1_000} k`;
}

function legend({ measure, colour, dash }: (typeof DRAWN)[number], at: number): string {
  const [left, top] = [PLOT.left + 2 * (PLOT.width + PLOT.gap) - 40, PLOT.top + 10 + at * 22];
  return (
    `<path d="M${left} ${top}h24" stroke="${colour}" stroke-dasharray="${dash}"/>` +
    `<text x="${left + 30}" y="${top + 4}">${MEASURES[measure].label.replace(' without the hash', '')}</text>`
  );
}
