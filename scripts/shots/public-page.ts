import type { Page } from '@playwright/test';
import { FIVE, LONG, type Shot } from './parts.ts';
import { WORKS } from './profile.ts';

const page = { path: '/u/{handle}', published: true };
const THIRTY = Array.from({ length: 6 }, (_, index) =>
  FIVE.map(({ title, status }) => ({ title: `${title} ${index + 1}`, status })),
).flat();

// Nobody needs the port of the server that the pictures are taken of.
const address = (shown: Page) =>
  shown.getByText('/u/ana').evaluate((text) => text.replaceChildren('trilha.example/u/ana-souza'));

/** As the README shows it. */
export const PAGE_SHOTS: readonly Shot[] = [
  { name: 'pagina', ...page, technologies: FIVE, works: WORKS, act: { after: address } },
];

export const PUBLIC_SHOTS: readonly Shot[] = [
  { name: 'public-page', ...page, technologies: FIVE, works: WORKS, whole: true },
  { name: 'public-page-empty', ...page, technologies: [], whole: true },
  { name: 'public-page-long', ...page, technologies: LONG, user: { name: LONG[1]?.title ?? '' }, whole: true },
  { name: 'public-page-thirty', ...page, technologies: THIRTY, works: WORKS, whole: true },
  {
    name: 'public-page-forced-colors',
    ...page,
    technologies: FIVE,
    works: WORKS,
    whole: true,
    options: { forcedColors: 'active' },
  },
  {
    name: 'public-page-print',
    ...page,
    technologies: THIRTY,
    works: WORKS,
    whole: true,
    act: { after: (shown) => shown.emulateMedia({ media: 'print' }) },
  },
];
