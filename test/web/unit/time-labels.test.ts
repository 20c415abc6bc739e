import { expect, test } from 'vitest';
import { TimeLabels, timeScale } from '../../../web/evolution/axis.tsx';

const DAY = 24 * 60 * 60_000;
// A week of a drawing begins on a Sunday; after a month of 31 every second day meets the next month's first.
const ENDS = [new Date(2026, 10, 23), new Date(2026, 10, 9)];

test.for([
  { width: 260, letter: 6 },
  { width: 480, letter: 6 },
  // A file has larger letters.
  { width: 1100, letter: 7.5 },
])('a history has two dates or more, with room between them, on $width px (X-542)', ({ width, letter }) => {
  for (const to of ENDS) {
    for (let days = 18; days < 1300; days += Math.ceil(days / 50)) {
      const labels = TimeLabels({ x: timeScale({ from: new Date(to.getTime() - days * DAY), to }, [28, width]), y: 0 });
      const dates = labels.map(({ props }) => props as { x: number; children: string });
      expect(dates.length, `${days} days`).toBeGreaterThan(1);
      const gaps = dates.slice(1).map(({ x, children }, index) => {
        const { x: before = 0, children: text = '' } = dates[index] ?? {};
        return x - before - (letter * (children.length + text.length)) / 2;
      });
      expect(Math.min(...gaps), `${days} days`).toBeGreaterThan(2);
      const { x = 0, children = '' } = dates.at(-1) ?? {};
      expect(x + (6 * children.length) / 2, `${days} days`).toBeLessThanOrEqual(width);
    }
  }
});
