import type { Answer, Api, Person } from '../api.ts';
import { section } from '../atom.ts';
import { must, same } from '../wait.ts';
import { expectRefusal, expectShape, expectStatus, signUpTwo } from './expect.ts';

function put(api: Api, { token }: Person, body: object): Promise<Answer> {
  return api.ask('PUT', '/profile', { token, body });
}

export const profile = section<Api>('API inteira: perfil e visibilidade', 'api.md, Endpoints e Shapes', {
  'H-40': [
    'PUT /profile muda cada campo; nada ou textos vazios não mudam nada.',
    async (api) => {
      const person = await api.signUp();
      const answer = await put(api, person, { name: 'Novo Nome', bio: 'Nova bio' });
      expectStatus('PUT /profile', answer, 200);
      expectStatus('PUT /profile {}', await put(api, person, {}), 200);
      const { json } = await put(api, person, { name: '' });
      const { name, bio } = json as { name: string; bio: string };
      same('o perfil', { name, bio }, { name: 'Novo Nome', bio: 'Nova bio' });
    },
  ],
  'H-41': [
    'Uma senha nova pede a antiga, e encerra as outras sessões.',
    async (api) => {
      const person = await api.signUp();
      const second = await api.logIn(person);
      expectRefusal('sem a antiga', await put(api, person, { password: 'nova1234' }), 400);
      const body = { password: 'nova1234', old_password: person.password };
      expectRefusal('com outra', await put(api, person, { ...body, old_password: 'errada1' }), 400);
      expectStatus('com a antiga', await put(api, person, body), 200);
      api.remember({ email: person.email, password: 'nova1234' });
      expectRefusal('a outra sessão', await api.ask('GET', '/profile', { token: second.token }), 401);
    },
  ],
  'H-42': [
    'O email de outra pessoa é recusado com 409.',
    async (api) => {
      const [person, other] = await signUpTwo(api);
      expectRefusal('PUT /profile', await put(api, person, { email: other.email }), 409, 400);
    },
  ],
  'H-43': [
    'De uma pessoa privada os outros veem nome, módulo e tecnologias; nunca o email.',
    async (api) => {
      const person = await api.signUp();
      await put(api, person, { visibility: 'private' });
      const { json, text } = await api.ask('GET', `/users/${person.id}`);
      expectShape('a pessoa privada', json, {
        name: '',
        course_module: '',
        techs: [],
        bio: null,
        contact: null,
        works: [],
      });
      must(!text.includes(person.email), 'nenhum email', 'o email');
    },
  ],
  'H-44': [
    'De uma pessoa pública os outros veem também bio, contato e trabalhos; nunca o email.',
    async (api) => {
      const person = await api.signUp();
      await put(api, person, { visibility: 'public' });
      const { json, text } = await api.ask('GET', `/users/${person.id}`);
      expectShape('a pessoa pública', json, { name: '', bio: '', contact: '', works: [] });
      must(!text.includes(person.email), 'nenhum email', 'o email');
    },
  ],
  'H-45': [
    'GET /users lista só as pessoas públicas, em páginas, e procura por tecnologia.',
    async (api) => {
      const [shown, hidden] = await signUpTwo(api);
      const title = `Zircônia ${shown.id}`;
      for (const { token } of [shown, hidden]) {
        await api.ask('POST', '/users/techs', { token, body: { title, status: 'Iniciante' } });
      }
      await put(api, shown, { visibility: 'public' });
      await put(api, hidden, { visibility: 'private' });
      const answer = await api.ask('GET', `/users?perPage=1&tech=${encodeURIComponent(title.toUpperCase())}`);
      expectStatus('GET /users', answer, 200);
      same(
        'as pessoas',
        (answer.json as { id: string }[]).map(({ id }) => id),
        [shown.id],
      );
      same('o cabeçalho perPage', answer.headers.get('perPage'), '1');
      expectRefusal('GET /users?page=0', await api.ask('GET', '/users?page=0'), 400);
    },
  ],
});
