import { describe, expect, test } from 'vitest';
import { Described } from '../helpers/document.ts';
import { expectNoLeak } from '../helpers/leaks.ts';
import { startServer } from '../helpers/start-server.ts';

// Every answer of these tests goes through two checks, which would help nobody if they could not fail.
const server = await startServer();
const someone = await server.signUpWithEverything();
const other = await server.signUp();

describe('the comparison with the document', () => {
  const described = Described.by(server.document);
  const { user } = someone;
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const good = { status: 200, headers: json, text: '…', body: user };

  test('lets pass what the document says', () => {
    described.expectAnswer('GET', '/profile', good);
    described.expectAnswer('HEAD', '/profile', { ...good, text: '' });
    described.expectAnswer('DELETE', '/sessions', { status: 204, headers: {}, text: '', body: undefined });
    described.expectAnswer('GET', '/avatars/:name', { ...good, headers: { 'content-type': 'image/webp' } });
    expect(described.knows('GET', '/dashboard')).toBe(false);
  });

  test.for([
    ['a status that is not in it', { ...good, status: 202 }],
    ['a field too many', { ...good, body: { ...user, password_hash: 'x' } }],
    ['a field too few', { ...good, body: { ...user, name: undefined } }],
    ['a field of another type', { ...good, body: { ...user, techs: null } }],
    ['a word that is not in it', { ...good, body: { ...user, visibility: 'secret' } }],
    ['another media type', { ...good, headers: { 'content-type': 'text/html' } }],
    ['no body', { ...good, text: '' }],
    [
      'a code that this route does not refuse with',
      { ...good, status: 401, body: { status: 'error', message: '', code: 'forbidden' } },
    ],
  ] as const)('stops %s', ([, answer]) => {
    expect(() => described.expectAnswer('GET', '/profile', answer)).toThrow();
  });
});

describe('the search for leaks', () => {
  const { token, person } = someone;
  const exchange = { method: 'GET', path: '/x', token, sent: undefined, status: 200, text: '', body: undefined };

  test.for([person.email, 'somebody-unknown@example.com', '{}', 'tr_short', 'a'.repeat(64).replaceAll('a', 'g')])(
    'lets pass %s',
    (text) => expectNoLeak({ ...exchange, text }),
  );

  test.for([
    ["another person's e-mail", other.person.email],
    ["another person's e-mail in capitals", other.person.email.toUpperCase()],
    ['a token', token],
    ['a fingerprint', 'a1'.repeat(32)],
    ['the hash of a password', '$argon2id$v=19$m=19456'],
    ['a stack', 'Error: x\n    at run (/srv/server/app.ts:1:1)'],
    ['SQL', 'select * from users'],
    ['a column', 'password_hash'],
  ] as const)('stops %s', ([, text]) => {
    expect(() => expectNoLeak({ ...exchange, text })).toThrow();
  });

  test("stops one's own e-mail, too, where nobody is known, and in a refusal", () => {
    expect(() => expectNoLeak({ ...exchange, token: undefined, text: person.email })).toThrow();
    expect(() => expectNoLeak({ ...exchange, status: 404, text: person.email })).toThrow();
  });
});
