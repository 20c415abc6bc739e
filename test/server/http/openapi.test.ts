import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import { expect, test } from 'vitest';
import { KENZIEHUB } from '../../../server/compatibility.ts';
import { ROUTES } from '../../../server/openapi/words.ts';
import type { Document } from '../../helpers/document.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const lenient = await startServer({ compatibility: KENZIEHUB });
for (const { app } of [server, lenient]) await app.ready();
const { document } = server;
const documents: Array<[string, Document]> = [
  ['by default', document],
  ['for the clients of the original API', lenient.document],
];

type Operation = { name: string; route: string; operation: OpenAPIV3_1.OperationObject };
type Schema = OpenAPIV3_1.SchemaObject & { $ref?: string };

function operationsOf({ paths = {} }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation: operation as OpenAPIV3_1.OperationObject,
    })),
  );
}

const operations = operationsOf(document);
const needsSession = ({ operation }: Operation) => JSON.stringify(operation.security) === '[{"token":[]}]';

function resolve({ components }: Document, { $ref }: Schema): Schema | undefined {
  const name = $ref?.replace('#/components/schemas/', '') ?? '';
  return components?.schemas?.[name];
}

/** The schema and all that it is made of, by way of references too. */
function partsOf(whole: Document, schema: Schema, seen = new Set<Schema>()): Set<Schema> {
  const target = schema.$ref === undefined ? schema : resolve(whole, schema);
  if (target === undefined || seen.has(target)) return seen;
  seen.add(target);
  const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = target;
  const items = 'items' in target ? [target.items] : [];
  for (const part of [...Object.values(properties), ...anyOf, ...oneOf, ...allOf, ...items]) {
    partsOf(whole, part, seen);
  }
  return seen;
}

test.for(documents)('the document %s satisfies a strict linter', async ([, described]) => {
  const config = await createConfig({ extends: ['spec', 'recommended-strict'] });
  const source = JSON.stringify(described);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('describes every route and nothing else', () => {
  const served = server.routes.flatMap(({ method, url }) => [method].flat().map((verb) => `${verb} ${url}`));
  const routes = served.filter((name) => !/^(HEAD|OPTIONS) |^GET \/openapi\.json$/.test(name)).toSorted();
  expect(routes.length).toBeGreaterThan(20);
  for (const [, described] of documents) {
    expect(
      operationsOf(described)
        .map(({ route }) => route)
        .toSorted(),
    ).toEqual(routes);
  }
  expect(Object.keys(ROUTES).toSorted()).toEqual(routes);
});

test('every operation except health may answer that the server is overloaded', () => {
  const always = operations.filter(
    ({ operation }) => !JSON.stringify(operation.responses?.[503]).includes('"overloaded"'),
  );
  expect(always.map(({ route }) => route)).toEqual(['GET /healthz', 'GET /readyz']);
});

test('a body without required fields is optional', () => {
  const optional = operations.filter(
    ({ operation: { requestBody } }) => requestBody && !('$ref' in requestBody) && !requestBody.required,
  );
  expect(optional.map(({ route }) => route)).toEqual([
    'DELETE /users/:id',
    'PUT /profile',
    'PUT /users/techs/:id',
    'PUT /users/works/:id',
  ]);
});

/** What the document says of one answer of one route. */
function said(name: string, status: number): string {
  return JSON.stringify(operations.find((one) => one.name === name)?.operation.responses?.[status]);
}

test('the example of a refusal is the message of its own route', () => {
  expect(said('DELETE /users/techs/{id}', 404)).toContain('Not found tech with this id');
  expect(said('POST /users', 400)).toContain('course_module is required');
  expect(said('PUT /profile', 400)).toContain('You need to inform the old password to set a new password.');
  expect(said('GET /users', 400)).toContain('invalid page');
});

test('every operation has one success and all its refusals', () => {
  for (const described of operations) {
    const { operation, route } = described;
    const told = Object.keys(operation.responses ?? {}).map(Number);
    const unauthenticated = JSON.stringify(operation.responses?.[401] ?? null).includes('"unauthenticated"');
    expect(
      told.filter((status) => status < 300),
      route,
    ).toHaveLength(1);
    expect(told, route).toEqual(expect.arrayContaining([400, 429, 500, 503]));
    expect(told.includes(401), route).toBe(needsSession(described) || route === 'POST /sessions');
    expect(unauthenticated, route).toBe(needsSession(described));
    if (!route.startsWith('GET ')) expect(told, route).toEqual(expect.arrayContaining([413, 415]));
    if (route.includes(':')) expect(told, route).toContain(414);
    if (/:(id|name)/.test(route)) expect(told, route).toContain(route === 'DELETE /users/:id' ? 403 : 404);
  }
});

test('no answer allows a property that it does not name', () => {
  const responses = operations.flatMap(({ operation }) => Object.values(operation.responses ?? {}));
  for (const { description, content = {} } of responses as OpenAPIV3_1.ResponseObject[]) {
    expect(description).not.toBe('');
    for (const { schema } of Object.values(content)) {
      const objects = [...partsOf(document, schema as Schema)].filter(({ type }) => type === 'object');
      for (const part of objects) expect(part).toHaveProperty('additionalProperties');
      const open = objects.filter(({ additionalProperties }) => additionalProperties !== false);
      // A problem's `fields` are named after the fields of the request.
      expect(open.every((part) => 'propertyNames' in part)).toBe(true);
    }
  }
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

function exampleOf(name: string): unknown {
  return document.components?.schemas?.[name]?.examples?.[0];
}

test('the server accepts its own examples', async () => {
  expect(await server.ask('POST', '/users', { body: exampleOf('SignUpInput') })).toMatchObject({ status: 201 });
  const login = await server.ask<{ token: string }>('POST', '/sessions', { body: exampleOf('LogInInput') });
  expect(login.status).toBe(200);
  const { token } = login.body;
  const technology = await server.ask<{ id: string }>('POST', '/users/techs', {
    token,
    body: exampleOf('NewTechnologyInput'),
  });
  const work = await server.ask<{ id: string }>('POST', '/users/works', { token, body: exampleOf('NewWorkInput') });
  expect([technology.status, work.status]).toEqual([201, 201]);
  const changes = [
    ['PUT', `/users/techs/${technology.body.id}`, 'TechnologyChangeInput'],
    ['PUT', `/users/works/${work.body.id}`, 'WorkChangeInput'],
    ['PUT', '/profile', 'ProfileChangeInput'],
  ] as const;
  for (const [method, path, name] of changes) {
    expect(await server.ask(method, path, { token, body: exampleOf(name) })).toMatchObject({ status: 200 });
  }
});

function statuses(described: Document, name: string): string[] {
  return Object.keys(operationsOf(described).find((operation) => operation.name === name)?.operation.responses ?? {});
}

test('describes the statuses and modules of its compatibility setting', () => {
  const [[, byDefault], [, kenziehub]] = documents as [[string, Document], [string, Document]];
  expect(statuses(byDefault, 'PUT /users/techs/{id}')).toEqual(expect.arrayContaining(['200', '409']));
  expect(statuses(kenziehub, 'PUT /users/techs/{id}')).toEqual(expect.arrayContaining(['201', '401']));
  expect(statuses(kenziehub, 'PUT /users/techs/{id}')).not.toContain('409');
  expect(statuses(kenziehub, 'POST /users')).toContain('401');
  expect(statuses(kenziehub, 'POST /users')).not.toContain('409');
  // The original API knows no handles.
  const conflict = operationsOf(kenziehub).find(({ name }) => name === 'PUT /profile')?.operation.responses?.[409];
  expect(JSON.stringify(conflict)).toContain('{"code":{"enum":["handle-taken"]}}');
  const schemas = kenziehub.components?.schemas as Record<string, { properties: Record<string, Schema> }>;
  expect(JSON.stringify(schemas)).not.toContain('Quarto módulo');
});
