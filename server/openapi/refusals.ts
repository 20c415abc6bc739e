import type { FastifySchema, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { ProblemCode } from '#contract/problem.ts';
import {
  contentEncoded,
  generic,
  type ProblemError,
  tooManyRequests,
  unauthenticated,
  validation,
} from '../problems.ts';

// In the words of whoever reads the document; the answers themselves are in English, for the original API's clients.
const REASONS: Record<ProblemCode, string> = {
  validation: 'Um ou mais campos têm algo de errado',
  'bad-request': 'A requisição não pode ser lida',
  'invalid-credentials': 'Email ou senha não conferem',
  unauthenticated: 'Falta um token válido',
  forbidden: 'É de outra pessoa',
  'not-found': 'Não existe, ou não é de quem pede',
  'method-not-allowed': 'Este endereço não aceita este método',
  'email-taken': 'O email já tem uma conta',
  'technology-taken': 'A tecnologia já está na lista',
  'wrong-password': 'A senha antiga falta ou não confere',
  'limit-reached': 'A lista está cheia',
  'payload-too-large': 'O corpo é grande demais',
  'uri-too-long': 'O endereço é longo demais',
  'headers-too-large': 'Os cabeçalhos são grandes demais',
  'unsupported-media-type': 'O tipo ou a codificação do corpo não é aceita aqui',
  'request-timeout': 'A requisição demorou demais',
  'expectation-failed': 'O que se espera não pode ser atendido',
  'too-many-requests': 'Requisições demais: Retry-After diz em quantos segundos tentar de novo',
  overloaded: 'O servidor está ocupado: tente de novo em instantes',
  unavailable: 'O banco de dados não responde: tente de novo em instantes',
  internal: 'Algo deu errado no servidor',
};

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
