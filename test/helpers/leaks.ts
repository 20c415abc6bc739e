import { expect } from 'vitest';

/** Patterns that no response may contain: traces of the framework, the database, the source, a password or a hash. */
const LEAKS =
  /FST_|SQLITE|kysely|argon2|password_hash|email_key|\bat .*\.(js|ts):|\bselect .* from |(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i;

type Exchange = {
  method: string;
  path: string;
  token: string | undefined;
  sent: unknown;
  status: number;
  text: string;
  body: unknown;
};

// E-mails and tokens of all users of this test file, on any server, with their owners.
const owners = new Map<string, Set<string>>();
const holders = new Map<string, string>();

/** Fails when a response reveals private data to another user. */
export function expectNoLeak(exchange: Exchange): void {
  const { method, path, token, status, text } = exchange;
  // A token is random letters, and one in fifty thousand spells "FST_".
  const tokens = /tr_[\w-]{43}/g;
  // The technologies that /pessoas suggests.
  expect(text.replaceAll(tokens, '').replace('<option>SQLite</option>', '')).not.toMatch(LEAKS);
  // The API document's examples resemble secrets.
  if (/^\/openapi\.json\/?$/.test(path)) return;
  const issued = method === 'POST' && /^\/sessions\/?$/.test(path) && status === 200 ? issuedIn(exchange) : undefined;
  expect(text.match(/tr_[\w-]{43}/g) ?? []).toEqual(issued === undefined ? [] : [issued]);

  const asking = learn(exchange, issued) ?? holders.get(token ?? '');
  const told = [...text.matchAll(/[\w.+'-]+@[\w.-]+/g)].map(([email]) => email.toLowerCase());
  const strange = told.filter((email) => owners.has(email) && !(asking && owners.get(email)?.has(asking)));
  expect(strange, `e-mails in an answer to ${method} ${path}`).toEqual([]);
  if (status >= 400) expect(told.filter((email) => owners.has(email))).toEqual([]);
}

function issuedIn({ body }: Exchange): string | undefined {
  return (body as { token?: string }).token;
}

/** Records the owner of the e-mail in the request, and returns the id of the owner. */
function learn({ method, path, token, sent, status, body }: Exchange, issued: string | undefined): string | undefined {
  const email = (sent as { email?: unknown } | undefined)?.email;
  if (status >= 300 || typeof email !== 'string' || !/^\/(users|sessions|profile)\/?$/.test(path)) return undefined;
  const answered = body as { id: string; user?: { id: string } };
  const id = method === 'PUT' ? holders.get(token ?? '') : (answered.user?.id ?? answered.id);
  if (id === undefined) return undefined;
  owners.getOrInsertComputed(email.trim().toLowerCase(), () => new Set()).add(id);
  if (issued !== undefined) holders.set(issued, id);
  return id;
}
