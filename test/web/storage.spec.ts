import type { APIResponse, Page } from '@playwright/test';
import { aPerson, aTechnology } from '../helpers/make.ts';
import { fillSignUp, logIn, nameOf, readStorage, recordCalls, sendSignUp } from '../helpers/acts.ts';
import { expect, test, toastWith } from '../helpers/fixtures.ts';

/** Replaces what the page's storage holds by these raw values, as they might be found at the next start. */
async function fillStorage(page: Page, values: Record<string, string>) {
  await page.goto('/favicon.svg');
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, values);
}

const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

test.describe('what the server holds', () => {
  test('a user has an id, what they signed up with, and their technologies (M-080)', async ({ backstage }) => {
    const ana = await backstage.signUp({ bio: 'Gosto de redes.' });
    const redes = await backstage.addTechnology(ana, { title: 'Redes', status: 'Avançado' });
    const { name, email, bio, contact, course_module } = ana;
    for (const path of ['/profile', `/users/${ana.id}`]) {
      const answer = await backstage.request.get(path, withToken(ana.token));
      expect(await answer.json()).toMatchObject({
        id: ana.id,
        name,
        email,
        bio,
        contact,
        course_module,
        techs: [redes],
      });
    }
    expect(ana.id).not.toBe('');
  });

  test('no answer ever holds a password or what is kept in its place (M-081)', async ({ backstage }) => {
    const { request } = backstage;
    const person = aPerson();
    const answers: APIResponse[] = [];
    const keep = (answer: APIResponse) => {
      answers.push(answer);
      return answer.json().catch(() => null);
    };
    await keep(await request.post('/users', { data: person }));
    await keep(await request.post('/users', { data: person }));
    await keep(await request.post('/users', { data: { ...person, email: 'ana' } }));
    await keep(await request.post('/sessions', { data: { email: person.email, password: `${person.password}4` } }));
    const session = { email: person.email, password: person.password };
    const { token, user } = (await keep(await request.post('/sessions', { data: session }))) as {
      token: string;
      user: { id: string };
    };
    await keep(await request.get('/profile', withToken(token)));
    await keep(await request.get(`/users/${user.id}`, withToken(token)));
    await keep(await request.get(`/users/${user.id}`));
    const added = await keep(await request.post('/users/techs', { data: aTechnology(), ...withToken(token) }));
    const path = `/users/techs/${(added as { id: string }).id}`;
    await keep(await request.put(path, { data: { status: 'Avançado' }, ...withToken(token) }));
    await keep(await request.delete(path, withToken(token)));

    expect(answers.map((answer) => answer.status())).toEqual([201, 409, 400, 401, 200, 200, 200, 200, 201, 200, 204]);
    for (const answer of answers) {
      const text = await answer.text();
      expect(text).not.toContain(person.password);
      expect(text).not.toMatch(/"[^"]*(password|senha|hash|salt)[^"]*":/i);
      expect(text).not.toMatch(/argon2|scrypt|bcrypt|\$2[aby]\$/i);
    }
  });

  test('a technology has an id, a title and a status (M-082)', async ({ backstage }) => {
    const ana = await backstage.signUp();
    await backstage.addTechnology(ana, { title: 'React', status: 'Iniciante' });
    await backstage.addTechnology(ana, { title: 'Redes', status: 'Avançado' });
    const technologies = await backstage.readTechnologies(ana);
    expect(technologies).toMatchObject([
      { id: expect.stringMatching(/./), title: 'React', status: 'Iniciante' },
      { id: expect.stringMatching(/./), title: 'Redes', status: 'Avançado' },
    ]);
    expect(new Set(technologies.map(({ id }) => id)).size).toBe(2);
  });

  test('logging in answers a token and the user with their id (M-083)', async ({ backstage }) => {
    const ana = await backstage.signUp();
    const answer = await backstage.request.post('/sessions', { data: { email: ana.email, password: ana.password } });
    expect(answer.status()).toBe(200);
    const session = await answer.json();
    expect(session).toMatchObject({ token: expect.stringMatching(/./), user: { id: ana.id } });
    const profile = await backstage.request.get('/profile', withToken(session.token));
    expect(await profile.json()).toMatchObject({ id: ana.id });
  });
});

test.describe('what the screens send and keep', () => {
  test('the repeated password is not sent: a sign-up has exactly six keys (M-084)', async ({ page }) => {
    const ana = aPerson();
    await page.goto('/');
    await fillSignUp(page, ana);
    const sent = page.waitForRequest('**/users');
    await sendSignUp(page);
    const body = (await sent).postDataJSON() as Record<string, string>;
    const keys = ['bio', 'contact', 'course_module', 'email', 'name', 'password'];
    expect(Object.keys(body).toSorted()).toEqual(keys);
    await expect(toastWith(page, 'Cadastro realizado com sucesso')).toBeVisible();
  });

  test('a login keeps the token and the id as JSON, and nothing else (M-085, M-086)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await page.goto('/login');
    const answered = page.waitForResponse('**/sessions');
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard');
    const { token, user } = (await (await answered).json()) as { token: string; user: { id: string } };
    expect(await readStorage(page)).toEqual({ token: `"${token}"`, userId: `"${user.id}"` });
    expect(user.id).toBe(ana.id);
  });

  test('a kept session is read back as JSON (M-085, M-086)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await fillStorage(page, { token: JSON.stringify(ana.token), userId: JSON.stringify(ana.id) });
    const read = page.waitForRequest('**/users/*');
    await page.goto('/dashboard');
    expect(new URL((await read).url()).pathname).toBe(`/users/${ana.id}`);
    await expect(page.getByRole('heading', { name: `Olá, ${ana.name}` })).toBeVisible();
  });

  const NONSENSE = ['abc', '{', '', 'null', '""', '123', '["a"]'];

  for (const key of ['token', 'userId'] as const) {
    test(`a ${key} that makes no sense is no session, and no white page (M-087, X-76)`, async ({ page, backstage }) => {
      const ana = await backstage.signUp();
      const calls = recordCalls(page);
      for (const nonsense of NONSENSE) {
        const session = { token: JSON.stringify(ana.token), userId: JSON.stringify(ana.id) };
        await fillStorage(page, { ...session, [key]: nonsense });
        await page.goto('/dashboard');
        await expect(page.getByRole('heading', { name: 'Login', exact: true }), nonsense).toBeVisible();
        await expect(page).toHaveURL('/login');
      }
      expect(calls.map(nameOf)).toEqual([]);
    });
  }

  test('half a session is none, and the visitor may log in again (M-087)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    for (const half of [{ token: JSON.stringify(ana.token) }, { userId: JSON.stringify(ana.id) }]) {
      await fillStorage(page, half);
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Crie sua Conta', exact: true })).toBeVisible();
      expect(await readStorage(page)).toEqual({});
    }
    await fillStorage(page, { token: ana.token, userId: ana.id });
    await page.goto('/dashboard');
    await logIn(page, ana);
    await expect(page.getByRole('heading', { name: `Olá, ${ana.name}` })).toBeVisible();
    expect(await readStorage(page)).toMatchObject({ userId: JSON.stringify(ana.id) });
  });
});
