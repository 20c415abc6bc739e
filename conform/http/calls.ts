import { aPerson, type Api } from '../api.ts';
import { Deviation, section } from '../atom.ts';
import { must, same } from '../wait.ts';
import { expectRefusal, expectShape, expectStatus, signUpTwo } from './expect.ts';
import { addTechnology, SHAPE, TECHNOLOGY } from './technologies.ts';

export const calls = section<Api>('API: as sete chamadas', 'product.md §7', {
  'H-01': [
    'POST /users cria a pessoa e responde 201 (ou 200).',
    async (api) => {
      const body = aPerson();
      const answer = await api.ask('POST', '/users', { body: { ...body, confirmPassword: body.password } });
      api.remember(body);
      expectStatus('POST /users', answer, 200, 201);
      expectShape('a resposta', answer.json, { id: '' });
    },
  ],
  'H-02': [
    'POST /users recusa um email que já tem cadastro, sem olhar maiúsculas.',
    async (api) => {
      const { email } = await api.signUp();
      const answer = await api.ask('POST', '/users', { body: aPerson({ email: email.toUpperCase() }) });
      expectRefusal('POST /users com um email repetido', answer, 409, 401, 400);
    },
  ],
  'H-03': [
    'POST /sessions responde 200 com a sessão, e recusa uma senha errada com 401.',
    async (api) => {
      const { email, password } = await api.signUp();
      expectStatus('POST /sessions', await api.ask('POST', '/sessions', { body: { email, password } }), 200);
      const wrong = await api.ask('POST', '/sessions', { body: { email, password: `${password}x` } });
      expectRefusal('POST /sessions com a senha errada', wrong, 401);
    },
  ],
  'H-04': [
    'POST /sessions não revela se um email tem cadastro.',
    async (api) => {
      const { email } = await api.signUp();
      const [known, unknown] = [
        await api.ask('POST', '/sessions', { body: { email, password: 'errada1' } }),
        await api.ask('POST', '/sessions', { body: { email: aPerson().email, password: 'errada1' } }),
      ];
      same('a mesma resposta para um email desconhecido', [unknown.status, unknown.text], [known.status, known.text]);
    },
  ],
  'H-05': [
    'GET /users/{id} responde a qualquer visitante com name, course_module e techs.',
    async (api) => {
      const person = await api.signUp();
      await addTechnology(api, person);
      const answer = await api.ask('GET', `/users/${person.id}`);
      expectStatus('GET /users/{id} sem token', answer, 200);
      expectShape('a resposta', answer.json, { id: '', name: '', course_module: '', techs: [] });
    },
  ],
  'H-06': [
    'GET /users/{id} de quem não existe responde 404.',
    async (api) => {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'isto-não-é-um-id']) {
        expectRefusal('GET /users/{id}', await api.ask('GET', `/users/${encodeURIComponent(id)}`), 404);
      }
    },
  ],
  'H-07': [
    'POST /users/techs responde 201 (ou 200) com a nova tecnologia.',
    async (api) => {
      const technology = await addTechnology(api, await api.signUp());
      expectShape('a resposta', technology, SHAPE);
      const { title, status } = technology;
      same('a tecnologia', { title, status }, TECHNOLOGY);
    },
  ],
  'H-08': [
    'POST /users/techs recusa um título que a pessoa já tem.',
    async (api) => {
      const person = await api.signUp();
      await addTechnology(api, person);
      const body = { ...TECHNOLOGY, title: 'zircônia' };
      expectRefusal(
        'POST /users/techs repetida',
        await api.ask('POST', '/users/techs', { token: person.token, body }),
        409,
        401,
      );
    },
  ],
  'H-09': [
    'PUT /users/techs/{id} muda o título e o status.',
    async (api) => {
      const person = await api.signUp();
      const { id } = await addTechnology(api, person);
      const body = { title: 'Basalto', status: 'Avançado' };
      const answer = await api.ask('PUT', `/users/techs/${id}`, { token: person.token, body });
      expectStatus('PUT /users/techs/{id}', answer, 200, 201);
      const list = (await api.technologiesOf(person)).map(({ title, status }) => ({ title, status }));
      same('a lista', list, [body]);
    },
  ],
  'H-10': [
    'DELETE /users/techs/{id} responde 204 (ou 200) e a tecnologia some da lista.',
    async (api) => {
      const person = await api.signUp();
      const { id } = await addTechnology(api, person);
      expectStatus('DELETE', await api.ask('DELETE', `/users/techs/${id}`, { token: person.token }), 200, 204);
      same('a lista', await api.technologiesOf(person), []);
      expectRefusal('DELETE de novo', await api.ask('DELETE', `/users/techs/${id}`, { token: person.token }), 404);
    },
  ],
  'H-11': [
    'Ninguém edita nem exclui a tecnologia de outra pessoa.',
    async (api) => {
      const [owner, other] = await signUpTwo(api);
      const { id } = await addTechnology(api, owner);
      for (const method of ['PUT', 'DELETE']) {
        const body = method === 'PUT' ? { title: 'Roubada', status: 'Avançado' } : undefined;
        expectRefusal(
          `${method} da tecnologia de outra pessoa`,
          await api.ask(method, `/users/techs/${id}`, { token: other.token, body }),
          404,
          403,
        );
      }
      same(
        'a lista da dona',
        (await api.technologiesOf(owner)).map(({ title }) => title),
        [TECHNOLOGY.title],
      );
    },
  ],
  'H-12': [
    'As tecnologias vêm na ordem de criação, e uma edição não muda o lugar.',
    async (api) => {
      const person = await api.signUp();
      const [first] = [await addTechnology(api, person), await addTechnology(api, person, { title: 'Ametista' })];
      await api.ask('PUT', `/users/techs/${first.id}`, {
        token: person.token,
        body: { title: 'Zinco', status: 'Avançado' },
      });
      same(
        'a ordem',
        (await api.technologiesOf(person)).map(({ title }) => title),
        ['Zinco', 'Ametista'],
      );
    },
  ],
  'H-13': [
    'Um front-end de outra origem pode usar a API: CORS em todas as respostas, com PUT e DELETE.',
    async (api) => {
      const origin = 'https://aluna.example';
      const headers = {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      };
      const preflight = await api.ask('OPTIONS', '/users/techs/1', { headers });
      expectStatus('OPTIONS /users/techs/{id}', preflight, 200, 204);
      const methods = preflight.headers.get('access-control-allow-methods') ?? '';
      must(/PUT/.test(methods) && /DELETE/.test(methods), 'PUT e DELETE permitidos', methods || 'nenhum método');
      const refused = await api.ask('POST', '/sessions', { headers: { origin }, body: {} });
      const allowed = refused.headers.get('access-control-allow-origin');
      if (allowed !== '*' && allowed !== origin)
        throw new Deviation('access-control-allow-origin também nos erros', `${allowed}`);
    },
  ],
  'H-14': [
    'Um JSON malformado é recusado com 400, e o corpo que não é JSON também é recusado.',
    async (api) => {
      const headers = { 'content-type': 'application/json' };
      expectRefusal(
        'POST /sessions com JSON malformado',
        await api.ask('POST', '/sessions', { headers, body: '{' }),
        400,
      );
      const text = { 'content-type': 'text/plain' };
      expectRefusal(
        'POST /sessions com texto',
        await api.ask('POST', '/sessions', { headers: text, body: 'oi' }),
        400,
        415,
      );
    },
  ],
});
