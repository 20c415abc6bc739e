import * as z from 'zod/mini';
import { CARD_COLUMNS, CARD_THEMES } from './card.ts';
import { searchText } from '../field-rules.ts';
import type { FieldCode } from '../problem.ts';

const enumError = {
  error: ({ input }: { input?: unknown }): FieldCode => (typeof input === 'string' ? 'not-allowed' : 'invalid'),
};

export const CardQuery = z.partial(
  z.object({ tema: z.enum(CARD_THEMES, enumError), colunas: z.enum(CARD_COLUMNS, enumError) }),
);

export const BadgeQuery = z.pick(CardQuery, { tema: true });

// Replaces text that cannot be stored by an empty one, which no row matches: the route responds with 404.
function name() {
  return z.pipe(
    z.string(),
    z.transform((text) => z.safeParse(searchText(), text).data ?? ''),
  );
}

export const ByHandle = z.object({ handle: name() });
export const ByTechnology = z.object({ handle: name(), technology: name() });
