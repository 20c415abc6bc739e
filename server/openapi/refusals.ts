import type { FastifySchema, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import {
  contentEncoded,
  generic,
  type ProblemError,
  tooManyRequests,
  unauthenticated,
  validation,
} from '../problems.ts';
import { REASONS } from './words.ts';

// What any route may answer, and what those that take a path, a body or a session may.
function alwaysPossible({ params, security }: FastifySchema, { method, config }: RouteOptions): ProblemError[] {
  const needsSession = security?.every((way) => 'token' in way) ?? false;
  return [
    generic('bad-request'),
    tooManyRequests(1),
    generic('internal'),
    generic('unavailable'),
    ...(params ? [generic('uri-too-long')] : []),
    ...(needsSession ? [unauthenticated()] : []),
    ...(method === 'GET' ? [] : [generic('payload-too-large'), contentEncoded()]),
    ...(method === 'GET' || config?.takesFile ? [] : [generic('unsupported-media-type')]),
  ];
}

/** What the very rules of the route say of a request that holds nothing, or nothing of the right kind. */
function wrongInput({ body, querystring }: FastifySchema): ProblemError[] {
  const schema = body ?? querystring;
  if (!(schema instanceof z.ZodMiniObject)) return [];
  const numbers = Object.fromEntries(Object.keys(schema.def.shape).map((field) => [field, 5]));
  for (const sent of [{}, numbers]) {
    const { error } = z.safeParse(schema, sent);
    if (error) return [validation(error)];
  }
  return [];
}

/**
 * The answers of a route that are no success, by status, each with an example: what any route may answer, what its rules
 * do, and what it names itself. `described` is its schema as the document has it.
 */
export function refusals(described: FastifySchema, route: RouteOptions) {
  const problems = [
    ...alwaysPossible(described, route),
    ...wrongInput(route.schema ?? {}),
    ...(route.config?.refuses ?? []),
  ];
  return Object.fromEntries(
    Object.entries(Object.groupBy(problems, ({ statusCode }) => statusCode)).map(([status, group = []]) => {
      const codes = [...new Set(group.map(({ problem }) => problem.code))];
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
        examples: group.map(({ problem }) => problem),
      };
      const description = codes.map((code) => REASONS[code]).join('; ');
      return [status, { description, content: { 'application/json': { schema } } }];
    }),
  );
}
