import { type Browser, chromium } from '@playwright/test';
import type { Session } from '#contract/session.ts';
import type { TechnologyInput } from '#contract/technology.ts';
import type { SignUp } from '#contract/user.ts';
import { SIGN_UP } from '../server/openapi/examples.ts';
import { findBrowser } from './browser/find.ts';
import { requireWebApp, startServer } from './running-server.ts';

export async function withApp(
  work: (address: string, browser: Browser) => Promise<void>,
  DATABASE_URL = 'sqlite::memory:',
): Promise<void> {
  await requireWebApp();
  const executablePath = await findBrowser();
  await using server = await startServer({
    DATABASE_URL,
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
): Promise<Session> {
  const user = { ...SIGN_UP, ...overrides };
  await send(`${address}/users`, user);
  const session = await logIn(address, user);
  for (const technology of technologies) await send(`${address}/users/techs`, technology, session.token);
  return session;
}

export async function logIn(
  address: string,
  { email, password }: Pick<SignUp, 'email' | 'password'>,
): Promise<Session> {
  return (await send(`${address}/sessions`, { email, password })) as Session;
}

export function storedSession(address: string, { token, user }: Session) {
  const stored = { token, userId: user.id };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

async function send(url: string, body: object, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: status ${response.status}: ${await response.text()}`);
  return response.json();
}
