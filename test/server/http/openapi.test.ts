import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { KENZIEHUB } from '../../../server/compatibility.ts';
import type { Document, Operation as Described, RequestBody, Schema } from '../../../server/openapi/types.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const lenient = await startServer({ compatibility: KENZIEHUB });
for (const { app } of [server, lenient]) await app.ready();
const { document } = server;
const documents: Array<[string, Document]> = [
  ['by default', document],
  ['for the clients of the original API', lenient.document],
];

type Operation = { name: string; route: string; operation: Described };
function operationsOf({ paths = {} }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation: operation as Described,
    })),
  );
}

const operations = operationsOf(document);
const needsSession = ({ operation }: Operation) => JSON.stringify(operation.security) === '[{"token":[]}]';

test.for(documents)('the document %s satisfies a strict linter', async ([, described]) => {
  const config = await createConfig({ extends: ['spec', 'recommended-strict'] });
  const source = JSON.stringify(described);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('describes every route and nothing else', () => {
  const served = server.routes.flatMap(({ method, url }) => [method].flat().map((verb) => `${verb} ${url}`));
  const routes = served.filter((name) => !/^(HEAD|OPTIONS) |^GET \/openapi\.json$/.test(name)).toSorted();
  for (const [, described] of documents) {
    const told = operationsOf(described).map(({ route }) => route);
    expect(told.toSorted()).toEqual(routes);
  }
});

test.for(operations)('$route has one success and all its refusals', (described) => {
  const { route, operation } = described;
  const responses = operation.responses ?? {};
  const told = Object.keys(responses).map(Number);
  const input = operation.requestBody as RequestBody | undefined;
  if (input !== undefined) expect(input.required ?? false).toBe(/^(POST|PATCH)/.test(route));
  const says = (status: number, code: string) => JSON.stringify(responses[status] ?? null).includes(`"${code}"`);
  expect(told.filter((status) => status < 300)).toHaveLength(1);
  expect(told).toEqual(expect.arrayContaining([400, 429, 500, 503]));
  expect(says(503, 'overloaded')).toBe(!/^GET \/(health|ready)z$/.test(route));
  expect(told.includes(401)).toBe(needsSession(described) || route === 'POST /sessions');
  expect(says(401, 'unauthenticated')).toBe(needsSession(described));
  if (!route.startsWith('GET ')) expect(told).toEqual(expect.arrayContaining([413, 415]));
  if (route.includes(':')) expect(told).toContain(414);
  if (/:(id|name)/.test(route)) expect(told).toContain(route === 'DELETE /users/:id' ? 403 : 404);
});

test('no response schema allows a property that it does not name', () => {
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(([name]) => !name.endsWith('Input'));
  const open: unknown[] = [];
  const answers = [schemas, operations.map(({ operation }) => operation.responses)];
  JSON.stringify(answers, (_key, part: Schema | null) => {
    // A problem's `fields` are named after the fields of the request.
    const isClosed = part?.additionalProperties === false || Object.hasOwn(part ?? {}, 'propertyNames');
    if (part?.type === 'object' && !isClosed) open.push(part);
    return part;
  });
  expect(open).toEqual([]);
});

test.for(documents)('the examples of the document %s fit their schemas', ([, described]) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema(described, 'openapi');
  for (const [name, schema] of Object.entries(described.components?.schemas ?? {})) {
    const { examples } = schema as { examples?: unknown[] };
    expect([name, examples]).toEqual([name, [expect.anything()]]);
    const fits = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
    expect([name, fits(examples?.[0]) ? [] : fits.errors]).toEqual([name, []]);
  }
});

test('describes conflicts and modules as its compatibility setting has them', () => {
  const conflicts = operationsOf(lenient.document).filter(({ operation }) => operation.responses?.[409] !== undefined);
  expect(conflicts.map(({ name }) => name)).toEqual(['PUT /profile', 'POST /classes/join']);
  expect(JSON.stringify(conflicts)).toContain('{"code":{"enum":["handle-taken"]}}');
  expect(JSON.stringify(lenient.document.components)).not.toContain('Quarto módulo');
});
