import type { Page, Request, Route } from '@playwright/test';
import type { Problem } from '#contract/problem.ts';

/** The URLs that add a technology, and that change or remove one. */
export const TECHNOLOGIES = '**/users/techs';
export const TECHNOLOGY = '**/users/techs/*';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Responds to a call in place of the server. */
export async function answer(page: Page, method: Method, path: string, status: number, json: unknown) {
  await page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  );
}

/** Responds to a call with an error in place of the server, by default with 500. */
export async function refuse(
  page: Page,
  method: Method,
  path: string,
  status = 500,
  problem: Partial<Omit<Problem, 'status'>> = {},
) {
  await answer(page, method, path, status, { status: 'error', message: 'refused', code: 'internal', ...problem });
}

/** Makes a call fail as without a network. */
export async function cut(page: Page, method: Method, path: string) {
  await page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
}

/** The server gets the next call, but its answer is lost. */
export async function loseAnswer(page: Page, method: Method, path: string) {
  let isLost = false;
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

/** Delays a call until the returned function is called. */
export async function hold(page: Page, method: Method, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await promise;
    await route.fallback();
  });
  return () => resolve();
}

/** Delays the answer to the next call, which the server gets at once, until the returned function is called. */
export async function holdAnswer(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const delay = async (route: Route) => {
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  };
  await page.route(path, delay, { times: 1 });
  return () => resolve();
}

/** The calls that the app makes from now on. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(request);
  });
  return calls;
}

/** "POST /users" and the like. */
export function nameOf(request: Request) {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}

/** The name, body and token of the next call to this path. */
export async function bareCall(page: Page, act: () => Promise<void>, path: string) {
  const [request] = await Promise.all([page.waitForRequest(path), act()]);
  return {
    name: nameOf(request),
    body: request.postData() === null ? null : (request.postDataJSON() as unknown),
    authorization: await request.headerValue('authorization'),
  };
}
