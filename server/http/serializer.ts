import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type * as z from 'zod/mini';

type Schema = z.core.$ZodTypes;
type Value = Record<string, unknown>;
type Copy = (value: never) => unknown;

const LEAVES: readonly Schema['_zod']['def']['type'][] = ['string', 'number', 'boolean', 'enum', 'literal', 'null'];

/** Responses contain only the fields of their schema. Throws TypeError for a value that matches no option of a union. */
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
  throw new TypeError(`The serializer does not support the schema type ${def.type}`);
}

function copyOfObject(shape: Record<string, Schema>): Copy {
  const members = Object.entries(shape).map(([key, schema]) => ({ key, copy: copyOf(schema) }));
  return (value: Value) => {
    const copied: Value = {};
    for (const { key, copy } of members) copied[key] = copy(value[key] as never);
    return copied;
  };
}

// Uses the first option whose keys the value has, so the fullest must come first.
function copyOfUnion(options: readonly z.ZodMiniObject[]): Copy {
  const shapes = options.map((option) => ({ keys: Object.keys(option.shape), copy: copyOf(option) }));
  return (value: Value) => {
    const match = shapes.find(({ keys }) => keys.every((key) => key in value));
    if (!match) throw new TypeError('The response matches no option of its schema');
    return match.copy(value as never);
  };
}
