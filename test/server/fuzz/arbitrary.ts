import * as fc from 'fast-check';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Document } from '../../helpers/document.ts';

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;
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
};

/** `npm run test:fuzz` asks for more, each time others. */
export function runs(usual: number): { numRuns: number; seed?: number } {
  const asked = Number(process.env['FUZZ_RUNS'] ?? 0);
  return asked > 0 ? { numRuns: asked } : { numRuns: usual, seed: 1 };
}

// What fast-check names "binary" keeps each of a million code points in a map first.
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/** Any text at all: of any code points, and of what people see as letters. */
export const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

/** Texts that have broken programs before, beside any text at all. */
const text = fc.oneof(
  anyText,
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\ufeff\u200b',
    'e\u0301',
    "'; drop table users; --",
    '%',
    '__proto__',
    'null',
    'x'.repeat(3_000),
    '1e999',
    '-0',
  ),
);

/** What stands in a resume, where the document allows anything. */
const something = fc.record(
  {
    name: text,
    level: fc.oneof(text, fc.constantFrom('Beginner', 'Avançado', 'Ninja')),
    description: text,
    url: fc.oneof(text, fc.webUrl()),
    keywords: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

/** What a schema of the API's document asks for, and at times what it does not. Lists of ids hold some of `ids`. */
export function bodyOf(document: Document, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const named = '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
  const { properties = {}, required = [] } = ((named === undefined ? schema : document.components?.schemas?.[named]) ??
    {}) as {
    properties?: Record<string, Field>;
    required?: string[];
  };
  const fields = Object.entries(properties);
  const right = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, ids)])), {
    requiredKeys: required,
  });
  const halfRight = fc.record(
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        fc.oneof(
          { arbitrary: valueOf(field, ids), weight: 4 },
          { arbitrary: fc.oneof(text, fc.jsonValue()), weight: 1 },
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
  return fc.oneof(
    { arbitrary: right, weight: 4 },
    { arbitrary: halfRight, weight: 4 },
    {
      arbitrary: fc.tuple(right, fc.dictionary(text, fc.jsonValue())).map(([one, other]) => ({ ...other, ...one })),
      weight: 1,
    },
    { arbitrary: fc.jsonValue({ maxDepth: 8 }), weight: 1 },
    // Sent as it is: broken JSON, for the most part.
    { arbitrary: text, weight: 1 },
  );
}

function valueOf(field: Field, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { type, format, pattern, enum: words, minLength = 0, maxLength = 300, items } = field;
  if (field.anyOf !== undefined) return fc.oneof(...field.anyOf.map((each) => valueOf(each, ids)));
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (items?.pattern !== undefined) return fc.subarray([...ids]);
  if (items !== undefined) return fc.array(valueOf(items, ids), { maxLength: 5 });
  if (field.properties !== undefined) {
    const inside = Object.entries(field.properties).map(([name, each]) => [name, valueOf(each, ids)]);
    return fc.record(Object.fromEntries(inside), { requiredKeys: [] });
  }
  if (Object.keys(field).length === 0) return fc.oneof(fc.jsonValue(), text, something);
  if (words !== undefined) return fc.constantFrom(...words);
  if (format === 'email') return fc.uuid().map((name) => `${name}@example.com`);
  if (pattern !== undefined && format === undefined) return fc.stringMatching(new RegExp(pattern));
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true });
  return fc.oneof(
    { arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) }), weight: 3 },
    { arbitrary: fc.stringMatching(/^[a-zA-Z0-9çãé .-]{6,40}$/), weight: 3 },
  );
}

/** What may stand in a path or a query. */
export function wordOf(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...known), fc.uuid(), text).map((word) => word.toWellFormed());
}
