import * as fc from 'fast-check';
import type { Document, Schema } from '../../../server/openapi/types.ts';

type Field = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  items?: Field;
  anyOf?: Field[];
  properties?: Record<string, Field>;
  required?: string[];
};

/** `npm run test:fuzz` makes more runs, with a random seed. */
export function runs(usual: number): { numRuns: number; seed?: number } {
  const asked = Number(process.env['FUZZ_RUNS'] ?? 0);
  return asked > 0 ? { numRuns: asked } : { numRuns: usual, seed: 1 };
}

// fast-check's "binary" unit builds a map of a million code points.
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/** Any text: of code points, and of graphemes. */
export const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

const BLANK = ['', ' ', '\0', '\ud800', '\ufeff\u200b', 'e\u0301'];
const HOSTILE = ["'; drop table users; --", '%', '__proto__', 'null', 'x'.repeat(3_000), '1e999', '-0'];

/** Texts that have broken programs before, beside any text at all. */
const text = fc.oneof(anyText, fc.constantFrom(...BLANK, ...HOSTILE));

/** Values for the parts of a resume that the schema leaves open. */
const something = fc.record(
  { name: text, level: text, description: text, url: fc.oneof(text, fc.webUrl()), keywords: fc.array(text) },
  { requiredKeys: [] },
);

/** Values of a schema of the API document, and sometimes invalid ones. Lists of ids contain some of `ids`. */
export function bodyOf(
  document: Document,
  schema: Schema | { $ref: string },
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  const schemas = document.components?.schemas;
  const named = '$ref' in schema ? schemas?.[schema.$ref.split('/').at(-1) ?? ''] : schema;
  const { properties = {}, required = [] } = (named ?? {}) as Field;
  const right = recordOf(properties, (field) => valueOf(field, ids), required);
  const halfRight = recordOf(properties, (field) => {
    return fc.oneof({ arbitrary: valueOf(field, ids), weight: 4 }, fc.oneof(text, fc.jsonValue()));
  });
  return fc.oneof(
    { arbitrary: right, weight: 4 },
    { arbitrary: halfRight, weight: 4 },
    fc.tuple(right, fc.dictionary(text, fc.jsonValue())).map(([one, other]) => ({ ...other, ...one })),
    fc.jsonValue({ maxDepth: 8 }),
    // Sent as it is: broken JSON, for the most part.
    text,
  );
}

type ValueFor = (field: Field) => fc.Arbitrary<unknown>;

function recordOf(fields: Record<string, Field>, valueFor: ValueFor, requiredKeys: string[] = []) {
  const values = Object.entries(fields).map(([name, field]) => [name, valueFor(field)]);
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
}

function valueOf(field: Field, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { type, format, pattern, enum: words, minLength = 0, maxLength = 300, items } = field;
  if (field.anyOf !== undefined) return fc.oneof(...field.anyOf.map((each) => valueOf(each, ids)));
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (items?.pattern !== undefined) return fc.subarray([...ids]);
  if (items !== undefined) return fc.array(valueOf(items, ids), { maxLength: 5 });
  if (field.properties !== undefined) return recordOf(field.properties, (each) => valueOf(each, ids));
  if (Object.keys(field).length === 0) return fc.oneof(fc.jsonValue(), text, something);
  if (words !== undefined) return fc.constantFrom(...words);
  if (format === 'email') return fc.uuid().map((name) => `${name}@example.com`);
  if (pattern !== undefined && format === undefined) return fc.stringMatching(new RegExp(pattern));
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true });
  const letters = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) });
  return fc.oneof(letters, fc.stringMatching(/^[a-zA-Z0-9çãé .-]{6,40}$/));
}

/** Values for path and query parameters. */
export function wordOf(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...known), fc.uuid(), text).map((word) => word.toWellFormed());
}
