import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, test } from 'vitest';
import { KENZIEHUB } from '../../server/compatibility.ts';
import { ROUTES } from '../../server/openapi/words.ts';
import type { Document } from '../helpers/document.ts';
import { startServer } from '../helpers/start-server.ts';

const server = await startServer();
const lenient = await startServer({ compatibility: KENZIEHUB });
const documents: Array<[string, Document]> = [];
for (const [name, { app }] of [
  ['by default', server],
  ['for the clients of the original API', lenient],
] as const) {
  await app.ready();
  documents.push([name, app.swagger() as Document]);
}
const document = server.document;

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

test.for(documents)('the document %s has nothing to complain about for a linter', async ([, described]) => {
  const config = await createConfig({ extends: ['spec', 'recommended-strict'] });
  const source = JSON.stringify(described);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('the linter does complain about a document that is wrong', async () => {
  const config = await createConfig({ extends: ['spec', 'recommended-strict'] });
  const paths = { ...document.paths, '/wrong/{id}': { get: { responses: {} } } };
  const source = JSON.stringify({ ...document, paths });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(
    expect.arrayContaining(['security-defined', 'operation-operationId']),
  );
});

test('is answered to anyone, as it is now', async () => {
  const { status, headers, body } = await server.ask('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' });
  expect(body).toEqual(document);
  expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Trilha' } });
});

test('tells of every route of the API, and of nothing else', () => {
  const served = server.routes.flatMap(({ method, url }) => [method].flat().map((verb) => `${verb} ${url}`));
  const ours = served.filter((name) => !/^(HEAD|OPTIONS) |^GET \/openapi\.json$/.test(name));
  expect(ours.length).toBeGreaterThan(20);
  expect(operations.map(({ route }) => route).toSorted()).toEqual(ours.toSorted());
});

test('has words for each route, and for none that is not there', () => {
  for (const words of documents.map(([, described]) => operationsOf(described).map(({ route }) => route))) {
    expect(words.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  }
});

test('gives each operation a name of its own', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(names.every((name) => /^[a-z][A-Za-z]+$/.test(name ?? ''))).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});

test('tells that every operation but those about health may be too busy to answer', () => {
  const always = operations.filter(
    ({ operation }) => !JSON.stringify(operation.responses?.[503]).includes('"overloaded"'),
  );
  expect(always.map(({ route }) => route)).toEqual(['GET /healthz', 'GET /readyz']);
});

test.for(documents)(
  'the document %s has an example of each body, and says which one may be left out',
  ([, described]) => {
    const bodies = operationsOf(described).flatMap(({ name, operation }) => {
      const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
      const schema = body?.content['application/json']?.schema;
      return schema === undefined ? [] : [{ name, required: body?.required, schema: resolve(described, schema) }];
    });
    for (const { schema } of bodies) expect(schema?.examples).toHaveLength(1);
    expect(bodies.filter(({ required }) => !required).map(({ name }) => name)).toEqual([
      'DELETE /users/{id}',
      'PUT /profile',
      'PUT /users/techs/{id}',
      'PUT /users/works/{id}',
    ]);
  },
);

/** What the document says of one answer of one route. */
function said(name: string, status: number): string {
  return JSON.stringify(operations.find((one) => one.name === name)?.operation.responses?.[status]);
}

test('an example of a refusal is what the route itself says', () => {
  expect(said('DELETE /users/techs/{id}', 404)).toContain('Not found tech with this id');
  expect(said('POST /users', 400)).toContain('course_module is required');
  expect(said('PUT /profile', 400)).toContain('You need to inform the old password to set a new password.');
  expect(said('GET /users', 400)).toContain('invalid page');
});

describe.each(operations)('$name', (described) => {
  const { operation, route } = described;
  const codes = (status: number) => JSON.stringify(operation.responses?.[status] ?? null);

  test('says what it is for, whom it is for, and under which heading', () => {
    const headings = (document.tags ?? []).map(({ name }) => name);
    expect(operation.summary).toMatch(/^\p{Lu}\p{Ll}{2,}/u);
    expect(operation.tags).toHaveLength(1);
    expect(headings).toEqual(expect.arrayContaining(operation.tags ?? []));
    expect([[], [{ token: [] }], [{ token: [] }, {}]]).toContainEqual(operation.security);
  });

  test('says how it succeeds, and everything that it may refuse with', () => {
    const told = Object.keys(operation.responses ?? {}).map(Number);
    expect(told.filter((status) => status < 300)).toHaveLength(1);
    expect(told).toEqual(expect.arrayContaining([400, 429, 500, 503]));
    expect(told.includes(401)).toBe(needsSession(described) || route === 'POST /sessions');
    expect(codes(401).includes('"unauthenticated"')).toBe(needsSession(described));
    if (!route.startsWith('GET ')) expect(told).toContain(413);
    if (!route.startsWith('GET ')) expect(told).toContain(415);
    if (route.includes(':')) expect(told).toContain(414);
    if (/:(id|name)/.test(route)) expect(told).toContain(route === 'DELETE /users/:id' ? 403 : 404);
  });

  test('lets nothing through that it does not name', () => {
    for (const response of Object.values(operation.responses ?? {})) {
      const { description, content = {} } = response as OpenAPIV3_1.ResponseObject;
      expect(description).not.toBe('');
      for (const { schema } of Object.values(content)) {
        const objects = [...partsOf(document, schema as Schema)].filter(({ type }) => type === 'object');
        for (const part of objects) expect(part).toHaveProperty('additionalProperties');
        const open = objects.filter(({ additionalProperties }) => additionalProperties !== false);
        // The fields of a problem are called as the fields of what was sent.
        expect(open.every((part) => 'propertyNames' in part)).toBe(true);
      }
    }
  });
});

test.for(documents)('the examples of the document %s are examples of what they stand by', ([, described]) => {
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

test('what it gives as examples of what to send is taken', async () => {
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

test('tells the limits and the words that are taken', () => {
  const schemas = document.components?.schemas as Record<string, { properties: Record<string, Schema> }>;
  expect(schemas['SignUpInput']?.properties).toMatchObject({
    name: { maxLength: 120 },
    email: { maxLength: 254, format: 'email' },
    password: { maxLength: 128 },
    bio: { maxLength: 2_000 },
    contact: { maxLength: 2_048, format: 'uri' },
    course_module: { enum: expect.arrayContaining(['Segundo módulo (Frontend Avançado)']) },
  });
  expect(schemas['NewTechnologyInput']?.properties).toMatchObject({
    title: { maxLength: 100 },
    status: { enum: ['Iniciante', 'Intermediario', 'Avançado', 'Intermediário'] },
  });
  expect(schemas['NewWorkInput']?.properties).toMatchObject({
    title: { maxLength: 120 },
    description: { maxLength: 2_000 },
    deploy_url: { maxLength: 2_048 },
  });
});

function statuses(described: Document, name: string): string[] {
  return Object.keys(operationsOf(described).find((operation) => operation.name === name)?.operation.responses ?? {});
}

test('describes the server as it is set, not as it might be', () => {
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
