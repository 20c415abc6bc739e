import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { Document, Response } from '../../server/openapi/types.ts';

export type { Document };
type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Given = { status: number; headers: Record<string, unknown>; text: string; body: unknown };

// Compiling schemas takes longer than most tests, and nearly all servers have the same document.
const known = new Map<string, Described>();

/** An API document, against which responses are validated. */
export class Described {
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  private constructor(document: Document) {
    this.#document = document;
    // Not strict: OpenAPI adds keywords to those of JSON Schema.
    const words = { strict: false, validateFormats: false, validateSchema: false };
    this.#ajv = new Ajv2020({ ...words, inlineRefs: false, code: { optimize: false } });
    this.#ajv.addSchema(document, 'openapi');
  }

  static by(document: Document): Described {
    const key = JSON.stringify(document);
    return known.getOrInsertComputed(key, () => new Described(document));
  }

  /** Fails if the document describes the route, but not this response. */
  expectAnswer(method: string, route: string, { status, headers, text, body }: Given): void {
    const name = `${method} ${route} answers ${status}`;
    const responses = this.#document.paths?.[pathOf(route)]?.[verbOf(method)]?.responses;
    if (responses === undefined) return;
    const response = responses[status] as Response | undefined;
    expect(response, `the document does not say that ${name}`).toBeDefined();
    if (method === 'HEAD') return;
    const [type] = (headers['content-type'] as string | undefined)?.split(';') ?? [];
    const declared = Object.keys(response?.content ?? {});
    expect(declared, `the type of what ${name}`).toEqual(text === '' ? [] : [type]);
    if (type !== 'application/json') return;
    const fits = this.#compile(method, route, status);
    expect(fits(body) ? [] : fits.errors, `${name}: ${text}`).toEqual([]);
  }

  #compile(method: string, route: string, status: number): ValidateFunction {
    const steps = ['paths', pathOf(route), verbOf(method), 'responses', String(status)];
    const pointer = [...steps, 'content', 'application/json', 'schema']
      .map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    return this.#compiled.getOrInsertComputed(pointer, () => this.#ajv.compile({ $ref: `openapi#/${pointer}` }));
  }
}

function pathOf(route: string): string {
  return route.replaceAll(/:(\w+)/g, '{$1}');
}

// HEAD has the responses of GET, without bodies.
function verbOf(method: string): Verb {
  return (method === 'HEAD' ? 'get' : method.toLowerCase()) as Verb;
}
