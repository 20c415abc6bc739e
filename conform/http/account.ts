import type { Api } from '../api.ts';
import { section } from '../atom.ts';
import { must, same } from '../wait.ts';
import { expectRefusal, expectShape, expectStatus, signUpTwo } from './expect.ts';

export const general = section<Api>('API inteira: geral', 'api.md, General', {
  'H-20': [
    'Todo erro tem status "error", message e um code da lista.',
    async (api) => {
      for (const answer of [
        await api.ask('GET', '/nao/existe', { headers: { accept: 'application/json' } }),
        await api.ask('POST', '/sessions', { body: {} }),
        await api.ask('GET', '/profile'),
      ]) {
        expectShape('o erro', answer.json, { status: '', code: '' });
        same('status', (answer.json as { status: string }).status, 'error');
      }
    },
  ],
  'H-21': [
    'Um erro de validação lista cada problema em message e diz em fields o que há em cada campo.',
    async (api) => {
      const { json, ...answer } = await api.ask('POST', '/users', { body: {} });
      expectStatus('POST /users vazio', { json, ...answer }, 400);
      const { message, fields } = json as { message: unknown[]; fields: Record<string, string> };
      must(Array.isArray(message) && message.length >= 6, 'seis mensagens', JSON.stringify(message));
      same('o campo name', fields?.['name'], 'required');
    },
  ],
  'H-22': [
    'Uma rota protegida sem token responde 401 com WWW-Authenticate: Bearer.',
    async (api) => {
      const answer = await api.ask('GET', '/profile');
      expectRefusal('GET /profile', answer, 401);
      const header = answer.headers.get('www-authenticate') ?? 'nenhum';
      must(header.startsWith('Bearer'), 'WWW-Authenticate: Bearer', header);
    },
  ],
  'H-23': [
    'Os textos são aparados, menos a senha, e números ou null no lugar de texto são recusados.',
    async (api) => {
      const person = await api.signUp({ name: '  Iara  ', password: ' senha 123 ' });
      const { json } = await api.ask('GET', '/profile', { token: person.token });
      same('o nome', (json as { name: string }).name, 'Iara');
      for (const title of [1, null, ['X']]) {
        const body = { title, status: 'Iniciante' };
        expectRefusal(
          'um título que não é texto',
          await api.ask('POST', '/users/techs', { token: person.token, body }),
          400,
        );
      }
    },
  ],
  'H-24': [
    'GET /healthz e GET /readyz respondem 200; GET /openapi.json é OpenAPI 3.1.',
    async (api) => {
      for (const path of ['/healthz', '/readyz']) expectStatus(`GET ${path}`, await api.ask('GET', path), 200);
      const { json } = await api.ask('GET', '/openapi.json');
      const version = (json as { openapi?: string } | undefined)?.openapi ?? 'nenhuma';
      must(version.startsWith('3.1'), 'OpenAPI 3.1', version);
    },
  ],
});

export const sessions = section<Api>('API inteira: sessões e conta', 'api.md, Endpoints', {
  'H-30': [
    'DELETE /sessions responde 204 e o token deixa de valer.',
    async (api) => {
      const { token } = await api.signUp();
      expectStatus('DELETE /sessions', await api.ask('DELETE', '/sessions', { token }), 204);
      expectRefusal('GET /profile depois', await api.ask('GET', '/profile', { token }), 401);
    },
  ],
  'H-31': [
    'GET /sessions lista as sessões; DELETE /sessions/others encerra as outras.',
    async (api) => {
      const first = await api.signUp();
      const { token } = await api.logIn(first);
      const list = (await api.ask('GET', '/sessions', { token })).json as { current: boolean }[];
      same('duas sessões, uma delas a atual', [list.length, list.filter(({ current }) => current).length], [2, 1]);
      expectStatus('DELETE /sessions/others', await api.ask('DELETE', '/sessions/others', { token }), 204);
      expectRefusal('a outra sessão', await api.ask('GET', '/profile', { token: first.token }), 401);
      expectStatus('a atual', await api.ask('GET', '/profile', { token }), 200);
    },
  ],
  'H-32': [
    'DELETE /users/{id} apaga a própria conta, e só a própria.',
    async (api) => {
      const [person, other] = await signUpTwo(api);
      const path = `/users/${person.id}`;
      expectRefusal('por outra pessoa', await api.ask('DELETE', path, { token: other.token }), 403);
      const wrong = { token: person.token, body: { password: 'errada1' } };
      expectRefusal('com a senha errada', await api.ask('DELETE', path, wrong), 400);
      expectStatus('por ela mesma', await api.ask('DELETE', path, { token: person.token }), 204);
      expectRefusal('GET /users/{id} depois', await api.ask('GET', path), 404);
    },
  ],
  'H-33': [
    'GET /profile/export devolve um anexo com tudo o que se guarda da pessoa.',
    async (api) => {
      const { token, email } = await api.signUp();
      const answer = await api.ask('GET', '/profile/export', { token });
      expectStatus('GET /profile/export', answer, 200);
      must(/attachment/.test(answer.headers.get('content-disposition') ?? ''), 'um anexo', 'nenhum anexo');
      must(answer.text.includes(email), 'o email da pessoa', 'outro conteúdo');
    },
  ],
});
