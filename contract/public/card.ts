import { publicPath } from './handle.ts';

// Separate from the schemas of pictures.ts, so that the profile screen does not load zod.

export const CARD_THEMES = ['auto', 'claro', 'escuro'] as const;
export type CardTheme = (typeof CARD_THEMES)[number];

export const CARD_COLUMNS = ['1', '2'] as const;
export type CardColumns = (typeof CARD_COLUMNS)[number];

export function cardPath(handle: string): string {
  return `${publicPath(handle)}/card.svg`;
}

/** Also escapes parentheses, which would end a URL in Markdown. */
export function badgePath(handle: string, title: string): string {
  const name = encodeURIComponent(title).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${publicPath(handle)}/badge/${name}.svg`;
}
