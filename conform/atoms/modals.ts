import { section } from '../atom.ts';
import { dialogFields, fillDialog, isClosed, isOpen, type Kind, openCreate, submit } from '../front-end/dialogs.ts';
import { isSent } from '../front-end/forms.ts';
import { seesToast } from '../front-end/toasts.ts';
import { TECHNOLOGIES, type Visit } from '../front-end/visit.ts';
import { must, same } from '../wait.ts';
import { CALLS, send } from './steps.ts';

const [, SECOND] = TECHNOLOGIES;

async function closesOnSuccess(visit: Visit, kind: Kind): Promise<void> {
  await visit.openDashboard();
  await send(visit, kind);
  await visit.network.answered(CALLS[kind]);
  await isClosed(visit, kind);
}

async function closesOnFailure(visit: Visit, kind: Kind): Promise<void> {
  await visit.openDashboard();
  for (const way of ['refuse', 'cut'] as const) {
    visit.network.clear();
    visit.network[way](CALLS[kind]);
    const from = visit.network.calls.length;
    await send(visit, kind);
    await visit.network.answered(CALLS[kind], from);
    await isClosed(visit, kind);
  }
}

async function staysWhilePending(visit: Visit, kind: Kind): Promise<void> {
  await visit.openDashboard();
  const release = visit.network.hold(CALLS[kind]);
  await send(visit, kind);
  must(await isSent(visit, CALLS[kind]), `a chamada ${CALLS[kind]}`, visit.network.listFrom());
  // A dialog that closes on the click would be closed by then.
  await visit.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await isOpen(visit, kind);
  release();
}

export const modals = section<Visit>('Estados: os modais', '§4', {
  'M-094': [
    'Há três modais, de cadastro, de edição e de confirmação; cada um abre e fecha.',
    async (visit) => {
      await visit.openDashboard();
      for (const kind of ['create', 'edit', 'remove'] as const) {
        await send(visit, kind, SECOND.title);
        await isClosed(visit, kind);
      }
    },
  ],
  'M-095': ['O modal de edição fecha quando a chamada termina com sucesso.', (visit) => closesOnSuccess(visit, 'edit')],
  'M-096': [
    'O modal de edição fecha quando a chamada falha, por um erro do servidor ou da rede.',
    (visit) => closesOnFailure(visit, 'edit'),
  ],
  'M-097': ['O modal de edição continua aberto durante a chamada.', (visit) => staysWhilePending(visit, 'edit')],
  'M-098': [
    'O modal de exclusão fecha quando a chamada termina com sucesso.',
    (visit) => closesOnSuccess(visit, 'remove'),
  ],
  'M-099': ['O modal de exclusão fecha quando a chamada falha.', (visit) => closesOnFailure(visit, 'remove')],
  'M-100': ['O modal de exclusão continua aberto durante a chamada.', (visit) => staysWhilePending(visit, 'remove')],
  'M-101': [
    'O modal de cadastro fecha quando a chamada termina com sucesso.',
    (visit) => closesOnSuccess(visit, 'create'),
  ],
  'M-102': [
    'O modal de cadastro continua aberto quando a chamada falha, com o que foi digitado.',
    async (visit) => {
      await visit.openDashboard();
      visit.network.refuse(CALLS.create);
      const dialog = await openCreate(visit);
      await fillDialog(dialog, { title: 'Turmalina', status: 'Avançado' });
      await submit(visit, 'create', dialog);
      await visit.network.answered(CALLS.create);
      await seesToast(visit, 'Erro ao cadastrar a tecnologia').catch(() => undefined);
      await isOpen(visit, 'create');
      same('o título digitado', await (await dialogFields(dialog)).title.inputValue(), 'Turmalina');
    },
  ],
});
