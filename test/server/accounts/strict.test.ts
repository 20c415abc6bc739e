import { describe, expect, test } from 'vitest';
import { aPerson } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer({ passwordProfile: 'strict' });
const good = 'girassol-na-janela';

function refusal(reason: string, message: string) {
  return { status: 'error', message: [message], code: 'validation', fields: { password: reason } };
}

const name = 'Ana Souza';
const REFUSED = [
  ['1a2b3c4', 'below-minimum', 'password: minimum is 8 characters'],
  ['🔒abcdef', 'below-minimum', 'password: minimum is 8 characters'],
  ['password', 'too-common', 'password is one of the most common'],
  ['QwertyUiop', 'too-common', 'password is one of the most common'],
  ['1234567890', 'too-common', 'password is one of the most common'],
  ['Ana Souza', 'personal', 'password must not be your name or e-mail'],
  ['ANA_SOUZA.2026', 'personal', 'password must not be your name or e-mail'],
  ['ánasóuza', 'personal', 'password must not be your name or e-mail'],
  ['souza123', 'personal', 'password must not be your name or e-mail'],
  ['turma7@example.com', 'personal', 'password must not be your name or e-mail'],
  ['2026turma7', 'personal', 'password must not be your name or e-mail'],
] as const;

describe('where the server is strict', () => {
  test.for(REFUSED)('%s is refused at sign-up, as %s (X-169)', async ([password, reason, message]) => {
    const before = await server.rows();
    const body = aPerson({ name, email: 'turma7@example.com', password });
    const answer = await server.ask('POST', '/users', { body });
    expect(answer).toMatchObject({ status: 400, body: refusal(reason, message) });
    expect(await server.rows()).toEqual(before);
  });

  test('a new password is held to the same, with the name and e-mail that come with it (X-169)', async () => {
    const { token } = await server.signUp({ name, password: good });
    const put = (body: object) => server.ask('PUT', '/profile', { token, body: { old_password: good, ...body } });
    for (const body of [
      { password: 'souza123' },
      { password: 'carolina1', name: 'Carolina Lima' },
      { password: 'outra.turma', email: 'outra.turma@example.com' },
    ]) {
      expect((await put(body)).body).toMatchObject({ code: 'validation', fields: { password: 'personal' } });
    }
    expect((await put({ password: 'password' })).body).toMatchObject({ fields: { password: 'too-common' } });
    expect((await put({ password: 'lua-cheia-no-mar' })).status).toBe(200);
  });

  test('a new e-mail needs the password, and the one that a person has needs none (X-170)', async () => {
    const { person, token } = await server.signUp({ password: good });
    const put = (body: object) => server.ask('PUT', '/profile', { token, body });
    const email = `nova-${person.email}`;
    expect(await put({ email, bio: 'Mudei.' })).toMatchObject({
      status: 400,
      body: { code: 'wrong-password', fields: { old_password: 'required' } },
    });
    expect(await put({ email, old_password: 'outra-senha' })).toMatchObject({
      status: 400,
      body: { code: 'wrong-password', fields: { old_password: 'invalid' } },
    });
    expect(await put({ email: person.email.toUpperCase(), bio: 'Mudei.' })).toMatchObject({ status: 200 });
    expect(await put({ email, old_password: good })).toMatchObject({ status: 200, body: { email } });
  });

  test('an account is not deleted without its password (X-170)', async () => {
    const { user, token } = await server.signUp({ password: good });
    const remove = (body?: object) => server.ask('DELETE', `/users/${user.id}`, { token, body });
    for (const body of [undefined, {}]) {
      expect(await remove(body)).toMatchObject({
        status: 400,
        body: { code: 'wrong-password', fields: { password: 'required' } },
      });
    }
    expect((await remove({ password: good })).status).toBe(204);
  });
});
