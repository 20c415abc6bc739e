import { type Browser, chromium } from '@playwright/test';
import type { Session } from '#contract/session.ts';
import type { Technology, TechnologyInput } from '#contract/technology.ts';
import type { SignUp } from '#contract/user.ts';
import type { WorkInput } from '#contract/work.ts';
import { SIGN_UP } from '../server/openapi/examples.ts';
import { findBrowser } from './browser/find.ts';
import { requireWebApp, startServer } from './running-server.ts';

export async function withApp(work: (address: string, browser: Browser) => Promise<void>): Promise<void> {
  await requireWebApp();
  const executablePath = await findBrowser();
  await using server = await startServer({
    DATABASE_URL: 'sqlite::memory:',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  await work(server.address, browser);
}

export async function signUp(
  address: string,
  overrides: Partial<SignUp>,
  technologies: readonly TechnologyInput[],
  works: readonly WorkInput[] = [],
): Promise<Session> {
  const user = { ...SIGN_UP, ...overrides };
  await send('POST', `${address}/users`, user);
  const { email, password } = user;
  const session = (await send('POST', `${address}/sessions`, { email, password })) as Session;
  const ids = new Map<string, string>();
  for (const technology of technologies) {
    const { id } = (await send('POST', `${address}/users/techs`, technology, session.token)) as Technology;
    ids.set(technology.title, id);
  }
  for (const work of works) {
    const input = { ...work, technologies: work.technologies?.flatMap((title) => ids.get(title) ?? []) };
    await send('POST', `${address}/users/works`, input, session.token);
  }
  return session;
}

export async function publish(address: string, { token }: Session, handle: string): Promise<void> {
  await send('PUT', `${address}/profile`, { handle, visibility: 'public' }, token);
}

export function storedSession(address: string, { token, user }: Session) {
  const stored = { token, userId: user.id };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

async function send(method: 'POST' | 'PUT', url: string, body: object, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: status ${response.status}: ${await response.text()}`);
  return response.json();
}
