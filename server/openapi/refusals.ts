import type { FastifySchema, RouteOptions } from 'fastify';
import type { ProblemCode } from '#contract/problem.ts';
import { MESSAGES, STATUS } from '../problems.ts';

/** A reason for refusing, and the status it is answered with where that is not the usual one. */
export type Refusal = ProblemCode | readonly [ProblemCode, number];

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
  'unsupported-media-type': 'O tipo do corpo não é aceito aqui',
  'request-timeout': 'A requisição demorou demais',
  'expectation-failed': 'O que se espera não pode ser atendido',
  'too-many-requests': 'Requisições demais: Retry-After diz em quantos segundos tentar de novo',
  overloaded: 'O servidor está ocupado: tente de novo em instantes',
  unavailable: 'O banco de dados não responde: tente de novo em instantes',
  internal: 'Algo deu errado no servidor',
};

const EXAMPLES = {
  ...MESSAGES,
  validation: ['title is required'],
  'invalid-credentials': 'Incorrect email / password combination',
  'email-taken': 'Email already exists',
  'technology-taken': 'User Already have this technology created you can only update it',
  'wrong-password': 'Old password does not match.',
  'limit-reached': 'A person can have at most 500 technologies',
} satisfies Record<ProblemCode, string | string[]>;
const WRONG_FIELDS: Partial<Record<ProblemCode, object>> = {
  validation: { title: 'required' },
  'email-taken': { email: 'taken' },
  'technology-taken': { title: 'taken' },
  'wrong-password': { old_password: 'invalid' },
};

function exampleOf(code: ProblemCode) {
  const fields = WRONG_FIELDS[code];
  return { status: 'error', message: EXAMPLES[code], code, ...(fields && { fields }) };
}

/**
 * The answers that are no success, by status: what any route may answer, what those that take a path, a query, a body or
 * a session may, and what the route itself names.
 */
export function refusals(schema: FastifySchema, { method, config = {} }: RouteOptions) {
  const { refuses = [], takesFile } = config;
  const everywhere: Refusal[] = ['bad-request', 'too-many-requests', 'internal', 'unavailable'];
  const needsSession = schema.security?.every((way) => 'token' in way) ?? false;
  const all: Refusal[] = [
    ...everywhere,
    ...(schema.body || schema.querystring || takesFile ? (['validation'] as const) : []),
    ...(schema.params ? (['uri-too-long'] as const) : []),
    ...(needsSession ? (['unauthenticated'] as const) : []),
    ...(method === 'GET' ? [] : (['payload-too-large', 'unsupported-media-type'] as const)),
    ...refuses,
  ];
  const codes = new Map<number, Set<ProblemCode>>();
  for (const refusal of all) {
    const [code, status] = typeof refusal === 'string' ? [refusal, STATUS[refusal]] : refusal;
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...codes].map(([status, words]) => [
      status,
      {
        description: [...words].map((word) => REASONS[word]).join('; '),
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: [...words] } } }],
              examples: [...words].map(exampleOf),
            },
          },
        },
      },
    ]),
  );
}
