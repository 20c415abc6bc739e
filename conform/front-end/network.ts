import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Request, Route } from '@playwright/test';
import type { Api } from '../api.ts';
import { happens, must, PATIENCE } from '../wait.ts';

/** A call of the front end. `name` is "PUT /users/techs/{id}", `path` has the id, `origin` the address it was sent to. */
export type Call = {
  name: string;
  path: string;
  origin: string;
  body: unknown;
  authorization: string | undefined;
  request: Request;
};

type Rule = { name: string; act: (route: Route, headers: Record<string, string>) => Promise<boolean> };

const PATH = /\/(?:sessions|users|profile)(?:\/[^?]*)?$/;
const FILES = new Set(['document', 'stylesheet', 'script', 'image', 'font', 'media', 'manifest']);

/** Sends the API calls of a front end to our server, for any host that they name. */
export class Network {
  readonly calls: Call[] = [];
  readonly #api: Api;
  #rules: Rule[] = [];

  constructor(api: Api) {
    this.#api = api;
  }

  async attach(context: BrowserContext): Promise<void> {
    const isCall = ({ pathname }: URL) => PATH.test(pathname.replace(/\/$/, ''));
    await context.route(isCall, (route) =>
      // The page may close before the response.
      FILES.has(route.request().resourceType()) ? route.continue() : this.#answer(route).catch(() => undefined),
    );
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const { origin, pathname, search } = new URL(request.url());
    const path = PATH.exec(pathname.replace(/\/$/, ''))?.[0] ?? '/';
    const { authorization } = await request.allHeaders();
    const name = `${request.method()} ${nameOf(path)}`;
    this.calls.push({ name, path, origin, body: bodyOf(request), authorization, request });
    const headers = {
      'access-control-allow-origin': (await request.headerValue('origin')) ?? '*',
      'access-control-allow-credentials': 'true',
    };
    for (const rule of this.#rules) {
      if (rule.name === name && (await rule.act(route, headers))) return;
    }
    const response = await route.fetch({ url: `${this.#api.address}${path}${search}`, maxRedirects: 0 });
    if (name === 'POST /users' && response.ok()) this.#api.remember(request.postDataJSON());
    await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
  }

  /** Responds to this call with `status` and `json` from now on, without the server. */
  answer(name: string, status: number, json?: unknown): void {
    this.#rules.unshift({
      name,
      act: async (route, headers) => {
        await route.fulfill({ status, headers, ...(json === undefined ? {} : { json }) });
        return true;
      },
    });
  }

  /** Responds to this call with an internal error. */
  refuse(name: string): void {
    this.answer(name, 500, { status: 'error', message: 'Internal server error' });
  }

  /** Makes this call fail as without a network. */
  cut(name: string): void {
    this.#rules.unshift({
      name,
      act: async (route) => {
        await route.abort('internetdisconnected');
        return true;
      },
    });
  }

  /** Delays this call until the returned function is called. */
  hold(name: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#rules.unshift({ name, act: () => promise.then(() => false) });
    return resolve;
  }

  /** Sends all calls to the server again. */
  clear(): void {
    this.#rules = [];
  }

  named(name: string): Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  /** The list of calls from an index of `calls` on, for a message. */
  listFrom(index = 0): string {
    const names = this.calls.slice(index).map(({ name }) => name);
    return names.length === 0 ? 'nenhuma chamada' : names.join(', ');
  }

  /** Waits for the response to the first call of this name from index `from` on. Throws a Deviation if it was not sent. */
  async answered(name: string, from = 0): Promise<Call> {
    must(await this.finished(name, from), `a chamada ${name}`, this.listFrom(from));
    return this.calls.slice(from).find((call) => call.name === name) as Call;
  }

  /** Waits until this call has a response or has failed. Returns false if it was not sent. */
  async finished(name: string, from = 0, patience = PATIENCE): Promise<boolean> {
    const find = () => this.calls.slice(from).find((call) => call.name === name);
    if (!(await happens(async () => find() !== undefined, patience))) return false;
    const response = await find()
      ?.request.response()
      .catch(() => null);
    // A body that the front end does not read never ends.
    await Promise.race([response?.finished().catch(() => null), setTimeout(300)]);
    return true;
  }
}

function nameOf(path: string): string {
  return path.replace(/^(\/users\/(?:techs|works)|\/users)\/(?!techs|works|avatar)[^/]+$/, '$1/{id}');
}

function bodyOf(request: Request): unknown {
  try {
    return request.postDataJSON() as unknown;
  } catch {
    return request.postData();
  }
}
