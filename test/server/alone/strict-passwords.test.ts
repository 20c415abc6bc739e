import { describe, expect, test, vi } from 'vitest';
import { makePasswords } from '../../../server/accounts/passwords.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer({ passwordProfile: 'strict' });
const good = 'girassol-na-janela';
const wrongPassword = (field: string, reason: string) => {
  return { status: 400, body: { code: 'wrong-password', fields: { [field]: reason } } };
};

describe('a strict server', () => {
  test.for([
    ['1a2b3c4', 'below-minimum', 'password: minimum is 8 characters'],
    ['🔒abcdef', 'below-minimum', 'password: minimum is 8 characters'],
    ['password', 'too-common', 'password is one of the most common'],
    ['QwertyUiop', 'too-common', 'password is one of the most common'],
    ['ANA_SOUZA.2026', 'personal', 'password must not be your name or e-mail'],
    ['ánasóuza', 'personal', 'password must not be your name or e-mail'],
    ['souza123', 'personal', 'password must not be your name or e-mail'],
    ['turma7@example.com', 'personal', 'password must not be your name or e-mail'],
    ['2026turma7', 'personal', 'password must not be your name or e-mail'],
  ] as const)('refuses the password %s at sign-up, as %s', async ([password, reason, message]) => {
    const before = await server.rows();
    const body = aPerson({ name: 'Ana Souza', email: 'turma7@example.com', password });
    const problem = { message: [message], code: 'validation', fields: { password: reason } };
    expect(await server.ask('POST', '/users', { body })).toMatchObject({ status: 400, body: problem });
    expect(await server.rows()).toEqual(before);
  });

  test('rejects common passwords, and those made of the name or e-mail', async () => {
    const { token } = await server.signUp({ name: 'Ana Souza', password: good });
    const put = (body: object) => server.ask('PUT', '/profile', { token, body: { old_password: good, ...body } });
    for (const [body, reason] of [
      [{ password: 'password' }, 'too-common'],
      [{ password: 'souza123' }, 'personal'],
      [{ password: 'carolina1', name: 'Carolina Lima' }, 'personal'],
      [{ password: 'outra.turma', email: 'outra.turma@example.com' }, 'personal'],
    ] as const) {
      expect((await put(body)).body).toMatchObject({ code: 'validation', fields: { password: reason } });
    }
    expect((await put({ password: 'lua-cheia-no-mar' })).status).toBe(200);
  });

  test('applies the same rules to a reset link', async () => {
    const someone = await server.signUp({ password: good });
    const token = await server.makeResetToken(someone);
    const reset = (password: string) => server.ask('POST', '/password-resets', { body: { token, password } });
    expect(await reset('12345678')).toMatchObject({ status: 400, body: { fields: { password: 'too-common' } } });
    expect(await reset(someone.person.email)).toMatchObject({ body: { fields: { password: 'personal' } } });
    expect((await reset('lua-cheia-no-mar')).status).toBe(204);
  });

  test('requires the password for an e-mail change', async () => {
    const { person, token } = await server.signUp({ password: good });
    const put = (body: object) => server.ask('PUT', '/profile', { token, body });
    const email = `nova-${person.email}`;
    expect(await put({ email, bio: 'Mudei.' })).toMatchObject(wrongPassword('old_password', 'required'));
    expect(await put({ email, old_password: 'outra-senha' })).toMatchObject(wrongPassword('old_password', 'invalid'));
    expect(await put({ email: person.email.toUpperCase(), bio: 'Mudei.' })).toMatchObject({ status: 200 });
    expect(await put({ email, old_password: good })).toMatchObject({ status: 200, body: { email } });
  });

  test('changes no e-mail for a password that is changed meanwhile', async () => {
    const passwords = makePasswords();
    const slow = await startServer({ passwordProfile: 'strict', passwords });
    const { person, token } = await slow.signUp({ password: good });
    const put = (body: object) => slow.ask('PUT', '/profile', { token, body: { old_password: good, ...body } });
    const [hash, verify] = [vi.spyOn(passwords, 'hash'), vi.spyOn(passwords, 'verify')];
    const [hashed, verified] = [Promise.withResolvers<string>(), Promise.withResolvers<boolean>()];
    hash.mockReturnValueOnce(hashed.promise);
    const first = put({ password: 'lua-cheia-no-mar' });
    await expect.poll(() => hash.mock.calls).toHaveLength(1);
    verify.mockReturnValueOnce(verified.promise);
    const second = put({ email: `nova-${person.email}` });
    await expect.poll(() => verify.mock.calls).toHaveLength(2);
    hashed.resolve('another hash');
    expect((await first).status).toBe(200);
    verified.resolve(true);
    expect(await second).toMatchObject(wrongPassword('old_password', 'invalid'));
    expect(await slow.ask('GET', '/profile', { token })).toMatchObject({ body: { email: person.email } });
  });

  test.for(['/users/:id', '/sessions/others'])('requires the password for DELETE %s (X-657)', async (path) => {
    const { user, token } = await server.signUp({ password: good });
    const remove = (body?: object) => server.ask('DELETE', path.replace(':id', user.id), { token, body });
    for (const body of [undefined, {}]) expect(await remove(body)).toMatchObject(wrongPassword('password', 'required'));
    expect(await remove({ password: 'outra-senha' })).toMatchObject(wrongPassword('password', 'invalid'));
    expect((await remove({ password: good })).status).toBe(204);
  });
});
