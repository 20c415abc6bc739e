import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type * as z from 'zod/mini';

type Schema = z.core.$ZodTypes;
type Value = Record<string, unknown>;
/** Copies what a schema lists, and nothing else. */
type Copy = (value: never) => unknown;

const LEAVES: readonly Schema['_zod']['def']['type'][] = ['string', 'number', 'boolean', 'enum', 'literal', 'null'];

/** An answer holds what its schema lists: no column leaves by accident. What fits no shape of a union is a fault. */
export const serializerCompiler: FastifySerializerCompiler<z.core.$ZodType> = ({ schema }) => {
  const copy = copyOf(schema as Schema) as (value: unknown) => unknown;
  return (value) => JSON.stringify(copy(value));
};

function copyOf(schema: Schema): Copy {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  const { def } = schema._zod;
  if (LEAVES.includes(def.type)) return (value) => value;
  if (def.type === 'object') return copyOfObject(def.shape as Record<string, Schema>);
  if (def.type === 'union') return copyOfUnion(def.options as unknown as z.ZodMiniObject[]);
  if (def.type === 'array') {
    const copy = copyOf(def.element as Schema);
    return (values: never[]) => values.map(copy);
  }
  if (def.type === 'nullable' || def.type === 'optional') {
    const copy = copyOf(def.innerType as Schema);
    return (value: never) => (value === null || value === undefined ? value : copy(value));
  }
  throw new TypeError(`No answer can be made of ${def.type}: say here what of it is sent`);
}

function copyOfObject(shape: Record<string, Schema>): Copy {
  const members = Object.entries(shape).map(([key, schema]) => ({ key, copy: copyOf(schema) }));
  return (value: Value) => {
    const copied: Value = {};
    for (const { key, copy } of members) copied[key] = copy(value[key] as never);
    return copied;
  };
}

// The first shape of which the value has every key, so the fullest stands first.
function copyOfUnion(options: readonly z.ZodMiniObject[]): Copy {
  const shapes = options.map((option) => ({
    keys: Object.keys(option.shape),
    copy: copyOf(option as unknown as Schema),
  }));
  return (value: Value) => {
    const found = shapes.find(({ keys }) => keys.every((key) => key in value));
    if (!found) throw new TypeError('An answer has none of the shapes that it may have');
    return found.copy(value as never);
  };
}
