import { FIVE, LONG, type Shot } from './parts.ts';

const NINE = [...FIVE, ...['Git', 'Docker', 'PostgreSQL', 'Python'].map((title) => ({ title, status: 'Iniciante' }))];
const card = (query: string) => ({
  path: `/u/{handle}/card.svg?${query}`,
  published: true,
  only: 'svg',
  widths: [1280],
});
const section = { path: '/perfil', published: true, only: '#compartilhar' };

/** As a README shows them. */
export const CARD_SHOTS: readonly Shot[] = ['claro', 'escuro'].map((theme) => ({
  name: `card-${theme}`,
  ...card(`tema=${theme}`),
  technologies: FIVE,
  options: { deviceScaleFactor: 1.5 },
}));

export const SHARE_SHOTS: readonly Shot[] = [
  ...['claro', 'escuro'].map((theme) => ({ name: `card-${theme}`, ...card(`tema=${theme}`), technologies: NINE })),
  { name: 'card-columns', ...card('tema=claro&colunas=2'), technologies: NINE },
  { name: 'card-empty', ...card('tema=escuro'), technologies: [] },
  { name: 'card-long', ...card('tema=claro'), technologies: LONG, user: { name: LONG[0]?.title ?? '' } },
  { name: 'share', ...section, technologies: NINE },
  { name: 'share-long', ...section, technologies: LONG },
  { name: 'share-private', ...section, published: false, technologies: FIVE },
];
