import type { FastifySchema, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { contentEncoded, generic, type ProblemError, tooManyRequests, unauthenticated } from '../problems.ts';
import { validation } from '../validation.ts';
import { REASONS } from './reasons.ts';

function commonRefusals({ params, security }: FastifySchema, { method, config }: RouteOptions): ProblemError[] {
  const needsSession = security?.every((way) => 'token' in way) ?? false;
  return [
    generic('bad-request'),
    tooManyRequests(1),
    generic('internal'),
    generic('unavailable'),
    ...(config && 'pressureHandler' in config ? [] : [generic('overloaded')]),
    ...(params ? [generic('uri-too-long')] : []),
    ...(needsSession ? [unauthenticated()] : []),
    ...(method === 'GET' ? [] : [generic('payload-too-large'), contentEncoded()]),
    ...(method === 'GET' || config?.fileField ? [] : [generic('unsupported-media-type')]),
  ];
}

/** The response to an empty body, or to one with wrong types. */
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

export function refusals(described: FastifySchema, route: RouteOptions) {
  const problems = [
    ...commonRefusals(described, route),
    ...wrongInput(route.schema ?? {}),
    ...(route.config?.refuses ?? []),
  ];
  return Object.fromEntries(
    Object.entries(Object.groupBy(problems, ({ statusCode }) => statusCode)).map(([status, group = []]) => {
      const codes = [...new Set(group.map(({ problem }) => problem.code))];
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
        examples: [...new Map(group.map(({ problem }) => [JSON.stringify(problem), problem])).values()],
      };
      const description = codes.map((code) => REASONS[code]).join('. ');
      return [status, { description, content: { 'application/json': { schema } } }];
    }),
  );
}
