import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Compatibility } from '../compatibility.ts';
import type { ProblemError } from '../problems.ts';
import type * as z from 'zod/mini';
import { refusals } from './refusals.ts';
import { namedSchemas } from './examples.ts';
import { REASONS } from './reasons.ts';
import type * as OpenApi from './types.ts';
import { DOCUMENT, HEADERS, ROUTES, TAGS } from './words.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    refuses?: readonly ProblemError[];
    mediaType?: string;
    otherStatuses?: ReadonlyArray<304 | 308 | 404>;
    fileField?: string;
    responseHeaders?: ReadonlyArray<keyof typeof HEADERS>;
  }
}

type Params = { least?: number; limit?: number; words?: readonly string[]; anyOf?: readonly string[] };

function addRules({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  for (const check of zodSchema._zod.def.checks ?? []) {
    // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
    const { params } = check._zod.def as { params?: Params };
    if (params?.least !== undefined) jsonSchema.minLength = params.least;
    if (params?.limit !== undefined) jsonSchema.maxLength = params.limit;
    if (params?.words !== undefined) jsonSchema.enum = [...params.words];
    if (params?.anyOf !== undefined) jsonSchema.anyOf = params.anyOf.map((name) => ({ required: [name] }));
  }
}

/** Serves /openapi.json, which describes the routes registered after this call. */
export function describeRoutes(app: FastifyInstance, { inputs }: Compatibility): void {
  const zodToJson = { schemaRegistry: namedSchemas(inputs), zodToJsonConfig: { override: addRules } };
  const toJsonSchema = createJsonSchemaTransform(zodToJson);
  const withSchemas = createJsonSchemaTransformObject(zodToJson);
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trilha',
        version: '1',
        description: DOCUMENT.description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: DOCUMENT.server }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', description: DOCUMENT.token } } },
    },
    transform: (document) => {
      const { schema, url } = toJsonSchema(document);
      const { route } = document;
      const words = ROUTES[`${String(route.method)} ${route.url}`];
      if (words === undefined) return { schema: { hide: true }, url };
      const { tag, ...sentences } = words;
      return { schema: { tags: [tag], ...sentences, ...describe(schema, route) }, url };
    },
    transformObject: (document) => withOptionalBodies(withoutUnused(withSchemas(document) as Document)),
  });
  app.after(() => {
    let document: string | undefined;
    app.get('/openapi.json', (_request, reply) => {
      // To make its 168 kB of text takes two milliseconds.
      document ??= JSON.stringify(app.swagger());
      return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document);
    });
  });
}

type Document = Partial<OpenApi.Document>;

// fastify-type-provider-zod adds an input and an output of each schema; most routes use only one of them.
function withoutUnused(document: Document): Document {
  const all = document.components?.schemas ?? {};
  const used = new Set<string>();
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(all[name]);
    }
  };
  collect(document.paths);
  const schemasUsed = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: schemasUsed } };
}

function withOptionalBodies(document: Document): Document {
  const schemas = document.components?.schemas ?? {};
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}))) {
    const body = (operation as OpenApi.Operation).requestBody;
    if (!body || '$ref' in body) continue;
    const schema = body.content['application/json']?.schema ?? {};
    const name = '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
    const { required, anyOf } = (name === undefined ? schema : (schemas[name] ?? {})) as OpenApi.Schema;
    if (body.content['application/json'] && !required?.length && !anyOf) body.required = false;
  }
  return document;
}

export function describeSession(app: FastifyInstance, session: 'required' | 'optional'): void {
  app.addHook('onRoute', (route) => {
    const security = [{ token: [] }, ...(session === 'optional' ? [{}] : [])];
    route.schema = { ...route.schema, security };
  });
}

function describe(schema: FastifySchema, route: RouteOptions): FastifySchema {
  const { config = {} } = route;
  const upload = config.fileField && {
    consumes: ['multipart/form-data'],
    body: {
      type: 'object',
      required: [config.fileField],
      properties: { [config.fileField]: { type: 'string', format: 'binary' } },
    },
  };
  return {
    operationId: operationId(route),
    security: [],
    ...schema,
    ...upload,
    response: { ...success(schema.response as Responses, config), ...refusals(schema, route) },
  };
}

function operationId({ method, url }: RouteOptions): string {
  return `${String(method).toLowerCase()}${url.replaceAll(/[/:.-](\w)?/g, (_match, letter: string | undefined) => letter?.toUpperCase() ?? '')}`;
}

type Config = NonNullable<RouteOptions['config']>;
type Responses = Record<string, unknown> | undefined;

const BINARY = { type: 'string', format: 'binary' };
const withoutBody = (description: string) => ({ type: 'null', description });

function success(response: Responses, { mediaType, otherStatuses: also = [], responseHeaders = [] }: Config) {
  const files = { 200: BINARY, ...(also.includes(404) && { 404: BINARY }) };
  const schemas = mediaType === undefined ? response : files;
  if (schemas === undefined) return { 204: withoutBody(DOCUMENT.done) };
  const headers = responseHeaders.map((name) => [name, { type: 'string', description: HEADERS[name] }] as const);
  const described = Object.entries(schemas).map(([status, schema]) => {
    const description = status === '404' ? REASONS['not-found'] : DOCUMENT.done;
    const content = { [mediaType ?? 'application/json']: { schema } };
    return [status, { description, headers: Object.fromEntries(headers), content }] as const;
  });
  return {
    ...Object.fromEntries(described),
    ...(also.includes(304) && { 304: withoutBody(DOCUMENT.unchanged) }),
    ...(also.includes(308) && { 308: withoutBody(DOCUMENT.moved) }),
  };
}
