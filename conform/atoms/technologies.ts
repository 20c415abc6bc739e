import { section } from '../atom.ts';
import { fillDialog, openCreate, openDialog, openEdit, rowsOf, submit } from '../front-end/dialogs.ts';
import { textOf, textsOf } from '../front-end/find.ts';
import { seesToast } from '../front-end/toasts.ts';
import { TECHNOLOGIES, type Visit } from '../front-end/visit.ts';
import { happens, must, same, until } from '../wait.ts';
import { CALLS, expectNoToken, expectRows, expectToken, USER, send } from './steps.ts';

const [FIRST, SECOND, THIRD] = TECHNOLOGIES;

/** Changes or removes a technology, and expects the front end to reload the list. */
async function reloads(visit: Visit, kind: 'edit' | 'remove'): Promise<void> {
  await visit.openDashboard();
  const from = visit.network.calls.length;
  await send(visit, kind);
  await visit.network.answered(CALLS[kind], from);
  const again = visit.network.calls.findIndex((call, index) => index >= from && call.name === CALLS[kind]);
  await visit.network.answered(USER, again);
}

export const journeys = section<Visit>('Criar, editar e excluir tecnologias', '§1', {
  'M-005': [
    'A pessoa consegue criar uma tecnologia.',
    async (visit) => {
      await visit.openDashboard();
      await send(visit, 'create');
      // M-144 checks its position.
      await until('“Turmalina” na lista', async () => {
        const rows = await rowsOf(visit);
        return rows.includes('Turmalina') ? undefined : `as linhas ${rows.join(', ') || '(nenhuma)'}`;
      });
    },
  ],
  'M-006': [
    'A pessoa consegue editar o título e o status de uma tecnologia.',
    async (visit) => {
      await visit.openDashboard();
      const dialog = await openEdit(visit, FIRST.title);
      await fillDialog(dialog, { title: 'Esmeralda', status: 'Avançado' });
      await submit(visit, 'edit', dialog);
      await visit.network.answered(CALLS.edit);
      await until('a tecnologia “Esmeralda”, Avançado, na API e na tela', async () => {
        const saved = (await visit.options.api.technologiesOf(visit.person)).map(
          ({ title, status }) => `${title} ${status}`,
        );
        const isShown = (await textOf(visit.page, 'Esmeralda').count()) > 0;
        return saved.includes('Esmeralda Avançado') && isShown ? undefined : `na API: ${saved.join(', ')}`;
      });
    },
  ],
  'M-007': [
    'A pessoa consegue excluir uma tecnologia.',
    async (visit) => {
      await visit.openDashboard();
      await send(visit, 'remove', SECOND.title);
      await expectRows(visit, [FIRST.title, THIRD.title], [SECOND.title]);
    },
  ],
});

export const technologies = section<Visit>('Chamadas: tecnologias', '§7', {
  'M-141': [
    'GET /users/{id} não leva corpo nem Authorization, e dá nome, módulo e tecnologias.',
    async (visit) => {
      await visit.openDashboard();
      const call = await visit.network.answered(USER);
      must((call.body ?? null) === null, 'nenhum corpo', `o corpo ${JSON.stringify(call.body)}`);
      expectNoToken(call);
      await visit.seesPart(visit.person.name);
    },
  ],
  'M-142': [
    'A lista de tecnologias vem de GET /users/{id}.',
    async (visit) => {
      const techs = [{ id: '1', title: 'Obsidiana', status: 'Iniciante' }];
      const { name, course_module, id } = visit.person;
      visit.network.answer(USER, 200, { id, name, course_module, techs });
      await visit.openWithSession('/dashboard', () => visit.openScreen('dashboard'));
      await visit.sees('Obsidiana');
    },
  ],
  'M-143': [
    'POST /users/techs envia {title, status} com o token; a resposta é a nova tecnologia.',
    async (visit) => {
      await visit.openDashboard();
      visit.network.answer(CALLS.create, 201, { id: 'nova', title: 'Da resposta', status: 'Avançado' });
      await send(visit, 'create');
      const call = await visit.network.answered(CALLS.create);
      same('o corpo', call.body, { title: 'Turmalina', status: 'Avançado' });
      expectToken(visit, call);
      await visit.sees('Da resposta', visit.page, 'a tecnologia da resposta na lista');
    },
  ],
  'M-144': [
    'A nova tecnologia entra no fim da lista, sem recarregar.',
    async (visit) => {
      await visit.openDashboard();
      const from = visit.network.calls.length;
      await send(visit, 'create');
      await expectRows(visit, [...TECHNOLOGIES.map(({ title }) => title), 'Turmalina']);
      await happens(async () => (await openDialog(visit, 'create')) === undefined, 2_000);
      // The second call comes after any reload of the list that the first one caused.
      const dialog = await openCreate(visit);
      await fillDialog(dialog, { title: 'Opala', status: 'Iniciante' });
      await submit(visit, 'create', dialog);
      await until('duas chamadas', async () => (visit.network.named(CALLS.create).length === 2 ? undefined : 'uma'));
      const read = visit.network.calls.slice(from).filter(({ name }) => name.startsWith('GET'));
      must(read.length === 0, 'nenhuma leitura da lista', visit.network.listFrom(from));
    },
  ],
  'M-145': [
    'PUT /users/techs/{id} envia {title, status} com o token.',
    async (visit) => {
      await visit.openDashboard();
      const dialog = await openEdit(visit, FIRST.title);
      await fillDialog(dialog, { title: 'Esmeralda', status: 'Avançado' });
      await submit(visit, 'edit', dialog);
      const call = await visit.network.answered(CALLS.edit);
      same('o corpo', call.body, { title: 'Esmeralda', status: 'Avançado' });
      expectToken(visit, call);
    },
  ],
  'M-146': ['Depois da edição a lista recarrega, com um novo GET /users/{id}.', (visit) => reloads(visit, 'edit')],
  'M-147': [
    'DELETE /users/techs/{id} leva o token e nenhum corpo.',
    async (visit) => {
      await visit.openDashboard();
      await send(visit, 'remove');
      const call = await visit.network.answered(CALLS.remove);
      must((call.body ?? null) === null, 'nenhum corpo', `o corpo ${JSON.stringify(call.body)}`);
      expectToken(visit, call);
    },
  ],
  'M-148': ['Depois da exclusão a lista recarrega, com um novo GET /users/{id}.', (visit) => reloads(visit, 'remove')],
  'M-149': [
    'Recarregar mantém a ordem de criação que a pessoa viu.',
    async (visit) => {
      await visit.openDashboard();
      await send(visit, 'create');
      const titles = [...TECHNOLOGIES.map(({ title }) => title), 'Turmalina'];
      await expectRows(visit, titles);
      await send(visit, 'edit', SECOND.title);
      await visit.network.answered(CALLS.edit);
      await expectRows(visit, titles);
      await visit.page.reload({ waitUntil: 'domcontentloaded' });
      await expectRows(visit, titles);
    },
  ],
  'M-159': [
    'Uma falha da rede conta como falha e mostra o mesmo toast.',
    async (visit) => {
      await visit.openDashboard();
      for (const [kind, text] of [
        ['edit', 'Tecnologia não atualizada'],
        ['remove', 'Erro ao deletar tecnologia'],
        ['create', 'Erro ao cadastrar a tecnologia'],
      ] as const) {
        visit.network.cut(CALLS[kind]);
        const known = await textsOf(visit.page);
        await send(visit, kind);
        await seesToast(visit, text, known);
        const isClosed = await happens(async () => (await openDialog(visit, kind)) === undefined, 2_000);
        // M-096 and M-099 check that the dialog closes.
        if (!isClosed && kind !== 'create') await visit.openDashboard();
      }
    },
  ],
});
