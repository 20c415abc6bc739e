import type { Api, Person } from '../api.ts';
import { section } from '../atom.ts';
import { same } from '../wait.ts';
import { expectRefusal, expectShape, expectStatus, signUpTwo } from './expect.ts';

const WORK = { title: 'Trilha', description: 'Uma lista de tecnologias.', deploy_url: 'https://example.com/trilha' };

async function addWork(api: Api, { token }: Person): Promise<{ id: string }> {
  const answer = await api.ask('POST', '/users/works', { token, body: WORK });
  expectStatus('POST /users/works', answer, 200, 201);
  return answer.json as { id: string };
}

export const works = section<Api>('API inteira: trabalhos', 'api.md, Endpoints', {
  'H-50': [
    'POST /users/works cria um trabalho; PUT o muda; DELETE o apaga.',
    async (api) => {
      const person = await api.signUp();
      const { token } = person;
      const work = await addWork(api, person);
      expectShape('o trabalho', work, { id: '', ...WORK });
      const changed = await api.ask('PUT', `/users/works/${work.id}`, { token, body: { title: 'Outra' } });
      expectStatus('PUT /users/works/{id}', changed, 200, 201);
      const { json } = await api.ask('GET', '/profile', { token });
      same('o título', (json as { works: { title: string }[] }).works[0]?.title, 'Outra');
      expectStatus('DELETE', await api.ask('DELETE', `/users/works/${work.id}`, { token }), 204);
      expectRefusal('DELETE de novo', await api.ask('DELETE', `/users/works/${work.id}`, { token }), 404);
    },
  ],
  'H-51': [
    'Ninguém muda o trabalho de outra pessoa.',
    async (api) => {
      const [owner, { token }] = await signUpTwo(api);
      const { id } = await addWork(api, owner);
      for (const method of ['PUT', 'DELETE']) {
        const body = method === 'PUT' ? { title: 'Roubado' } : undefined;
        expectRefusal(`${method} de outra pessoa`, await api.ask(method, `/users/works/${id}`, { token, body }), 404);
      }
    },
  ],
  'H-52': [
    'Um trabalho sem título, descrição ou endereço é recusado.',
    async (api) => {
      const { token } = await api.signUp();
      for (const name of Object.keys(WORK)) {
        const body = { ...WORK, [name]: undefined };
        expectRefusal(`sem ${name}`, await api.ask('POST', '/users/works', { token, body }), 400);
      }
    },
  ],
});

export const limits = section<Api>('API inteira: desfazer e limites', 'api.md, Endpoints e Shapes', {
  'H-60': [
    'Uma tecnologia excluída pode ser restaurada no mesmo lugar por um minuto.',
    async (api) => {
      const person = await api.signUp();
      const { token } = person;
      await api.setTechnologies(person, [
        { title: 'Zircônia', status: 'Iniciante' },
        { title: 'Basalto', status: 'Iniciante' },
      ]);
      const [first] = await api.technologiesOf(person);
      await api.ask('DELETE', `/users/techs/${first?.id}`, { token });
      expectStatus('POST …/restore', await api.ask('POST', `/users/techs/${first?.id}/restore`, { token }), 200);
      same(
        'a lista',
        (await api.technologiesOf(person)).map(({ title }) => title),
        ['Zircônia', 'Basalto'],
      );
    },
  ],
  'H-61': [
    'Um texto além do limite é recusado com o nome do campo.',
    async (api) => {
      const { token } = await api.signUp();
      const body = { title: 'x'.repeat(101), status: 'Iniciante' };
      const answer = await api.ask('POST', '/users/techs', { token, body });
      expectRefusal('um título de 101 letras', answer, 400);
      same('fields', (answer.json as { fields?: unknown }).fields, { title: 'too-long' });
    },
  ],
  'H-62': [
    'Um corpo de mais de 64 KiB é recusado com 413.',
    async (api) => {
      const { token } = await api.signUp();
      const body = { title: 'x'.repeat(70_000), status: 'Iniciante' };
      expectRefusal('POST /users/techs', await api.ask('POST', '/users/techs', { token, body }), 413);
    },
  ],
});
