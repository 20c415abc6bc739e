import { aPerson, type Api, MODULES } from '../api.ts';
import { section } from '../atom.ts';
import { must, same } from '../wait.ts';
import { expectRefusal, expectShape } from './expect.ts';
import { addTechnology, SHAPE, TECHNOLOGY } from './technologies.ts';

/** A valid sign-up, except for these fields. */
async function refusesSignUp(api: Api, overrides: Record<string, unknown>): Promise<void> {
  const body = { ...aPerson(), ...overrides };
  const answer = await api.ask('POST', '/users', { body });
  if (answer.status < 300) api.remember(body);
  const [name, value] = Object.entries(overrides)[0] ?? [];
  expectRefusal(`POST /users com ${name} ${JSON.stringify(value) ?? 'ausente'}`, answer, 400, 422);
}

export const entities = section<Api>('API: entidades', 'product.md §3', {
  'M-080': [
    'Uma pessoa tem id, name, email, bio, contact, course_module e techs.',
    async (api) => {
      const person = await api.signUp();
      const { json } = await api.ask('GET', `/users/${person.id}`, { token: person.token });
      const { name, email, bio, contact, course_module } = person;
      expectShape('a pessoa', json, { id: '', name, email, bio, contact, course_module, techs: [] });
    },
  ],
  'M-081': [
    'Nenhuma resposta contém a senha ou o seu hash.',
    async (api) => {
      const body = aPerson({ password: `segredo${Date.now()}` });
      const signUp = await api.ask('POST', '/users', { body });
      api.remember(body);
      const logIn = await api.ask('POST', '/sessions', { body: { email: body.email, password: body.password } });
      const { token, user } = (logIn.json ?? {}) as { token: string; user: { id: string } };
      const read = await api.ask('GET', `/users/${user.id}`, { token });
      for (const { text } of [signUp, logIn, read]) {
        const found = text.includes(body.password)
          ? body.password
          : /"(password\w*|hash)"|\$(?:2[aby]|argon2\w*|scrypt)\$/.exec(text)?.[0];
        must(found === undefined, 'nenhuma senha na resposta', `${found}`);
      }
    },
  ],
  'M-082': [
    'techs é uma lista de tecnologias {id, title, status}.',
    async (api) => {
      const person = await api.signUp();
      await addTechnology(api, person);
      const [technology] = await api.technologiesOf(person);
      expectShape('a tecnologia', technology, SHAPE);
    },
  ],
  'M-083': [
    'A resposta do login tem token e user, e user tem id.',
    async (api) => {
      const { email, password } = await api.signUp();
      const { json } = await api.ask('POST', '/sessions', { body: { email, password } });
      expectShape('a resposta', json, { token: '', user: {} });
      expectShape('user', (json as { user: unknown }).user, { id: '' });
    },
  ],
});

export const rules = section<Api>('API: regras e permissões', 'product.md §5 e §6', {
  'M-132': [
    'O servidor confere as mesmas regras dos formulários.',
    async (api) => {
      for (const name of ['name', 'email', 'password', 'bio', 'contact', 'course_module']) {
        await refusesSignUp(api, { [name]: undefined });
        await refusesSignUp(api, { [name]: '' });
      }
      for (const value of ['ana', 'ana@']) await refusesSignUp(api, { email: value });
      await refusesSignUp(api, { password: 'abc12' });
      await refusesSignUp(api, { contact: 'isto não é um endereço' });
      await refusesSignUp(api, { course_module: 'Quinto módulo' });
      const person = await api.signUp({ course_module: MODULES[0] ?? '' });
      for (const body of [{ title: '', status: 'Iniciante' }, { title: 'X' }, { title: 'X', status: 'Especialista' }]) {
        const answer = await api.ask('POST', '/users/techs', { token: person.token, body });
        expectRefusal(`POST /users/techs ${JSON.stringify(body)}`, answer, 400, 422);
      }
      for (const status of ['Iniciante', 'Intermediario', 'Intermediário', 'Avançado']) {
        await addTechnology(api, person, { title: `Nível ${status}`, status });
      }
    },
  ],
  'M-135': [
    'O servidor recusa criar, editar e excluir sem um token válido.',
    async (api) => {
      const person = await api.signUp();
      const { id } = await addTechnology(api, person);
      for (const token of [undefined, 'null', `${person.token}x`]) {
        for (const [method, path, body] of [
          ['POST', '/users/techs', TECHNOLOGY],
          ['PUT', `/users/techs/${id}`, TECHNOLOGY],
          ['DELETE', `/users/techs/${id}`, undefined],
        ] as const) {
          expectRefusal(
            `${method} /users/techs sem token válido`,
            await api.ask(method, path, { token, body }),
            401,
            403,
          );
        }
      }
      same('a lista como era', (await api.technologiesOf(person)).length, 1);
    },
  ],
});
