import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type * as z from 'zod/mini';

type Value = Record<string, unknown>;
/** Copies what the schema lists, and nothing else. */
type Copy = (value: never) => unknown;

/** An answer holds what its schema lists: no column leaves by accident. What fits no shape of a union is a fault. */
export const serializerCompiler: FastifySerializerCompiler<z.core.$ZodType> = ({ schema }) => {
  const copy = copyOf(schema as z.core.$ZodTypes) as (value: unknown) => unknown;
  return (value) => JSON.stringify(copy(value));
};

function copyOf(schema: z.core.$ZodTypes): Copy {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return copyOfObject(def.shape as Record<string, z.core.$ZodTypes>);
    case 'array': {
      const copy = copyOf(def.element as z.core.$ZodTypes);
      return (values: never[]) => values.map(copy);
    }
    case 'nullable': {
      const copy = copyOf(def.innerType as z.core.$ZodTypes);
      return (value: never) => (value === null ? null : copy(value));
    }
    case 'union':
      return copyOfUnion(def.options as z.core.$ZodObject[]);
    default:
      return (value) => value;
  }
}

function copyOfObject(shape: Record<string, z.core.$ZodTypes>): Copy {
  const keys = Object.keys(shape);
  const copies = Object.values(shape).map(copyOf);
  return (value: Value) => {
    const copied: Value = {};
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? '';
      copied[key] = copies[index]?.(value[key] as never);
    }
    return copied;
  };
}

// The first shape of which the value has every key, so the fullest stands first.
function copyOfUnion(options: readonly z.core.$ZodObject[]): Copy {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  const shapes = options.map((option) => [Object.keys(option._zod.def.shape), copyOf(option)] as const);
  return (value: Value) => {
    const found = shapes.find(([keys]) => keys.every((key) => key in value));
    if (!found) throw new TypeError('An answer has none of the shapes that it may have');
    return found[1](value as never);
  };
}
