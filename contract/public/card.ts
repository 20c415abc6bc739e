// Apart from the schemas: the profile offers these without loading zod.
import { publicPath } from './handle.ts';

/** In whose colours a picture of a profile is drawn: those that its reader prefers, or always the same. */
export const CARD_THEMES = ['auto', 'claro', 'escuro'] as const;
export type CardTheme = (typeof CARD_THEMES)[number];

export const CARD_COLUMNS = ['1', '2'] as const;
export type CardColumns = (typeof CARD_COLUMNS)[number];

export function cardPath(handle: string): string {
  return `${publicPath(handle)}/card.svg`;
}

/** Parentheses would end an address in Markdown. */
export function badgePath(handle: string, title: string): string {
  const name = encodeURIComponent(title).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${publicPath(handle)}/badge/${name}.svg`;
}
