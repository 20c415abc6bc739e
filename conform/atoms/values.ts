import { aPerson, MODULES } from '../api.ts';
import { Deviation, section } from '../atom.ts';
import { dialogFields, fillDialog, openCreate, openEdit, rowOf, submit, waitForDialog } from '../front-end/dialogs.ts';
import { fieldAt, readFields } from '../front-end/find.ts';
import { fillSignUp, isSent, sendSignUp } from '../front-end/forms.ts';
import { TECHNOLOGIES, type Visit } from '../front-end/visit.ts';

import { must, same } from '../wait.ts';
import { readModules } from './screens.ts';
import { CALLS } from './steps.ts';

const STATUSES = ['Iniciante', 'Intermediário', 'Avançado'];

/** The levels that the create dialog offers, without its empty first choice. */
async function readStatuses(visit: Visit): Promise<string[]> {
  const { status } = await dialogFields(await waitForDialog(visit, 'create'));
  const options = await status
    .locator('option')
    .evaluateAll((all) =>
      all.map((one) => ({ text: one.textContent?.trim() ?? '', value: (one as HTMLOptionElement).value })),
    );
  return options.filter(({ text, value }) => value !== '' && !/selecion|escolh/i.test(text)).map(({ text }) => text);
}

async function offersStatus(visit: Visit, status: string): Promise<void> {
  const statuses = await readStatuses(visit);
  must(statuses.includes(status), `o status “${status}”`, statuses.map((text) => `“${text}”`).join(', '));
}

async function offersModule(visit: Visit, name: string): Promise<void> {
  const { options } = await readModules(visit);
  must(options.includes(name), `o módulo “${name}”`, options.map((text) => `“${text}”`).join(', '));
}

export const values = section<Visit>('Valores: status e módulos', '§4', {
  'M-103': ['Há o status “Iniciante”.', (visit) => offersStatus(visit, 'Iniciante'), 'create'],
  'M-104': [
    'O segundo status é enviado como “Intermediario”, sem acento.',
    async (visit) => {
      await visit.openDashboard();
      const dialog = await openCreate(visit);
      await fillDialog(dialog, { title: 'Turmalina', status: 'Intermediário' });
      await submit(visit, 'create', dialog);
      const { body } = await visit.network.answered(CALLS.create);
      const { status } = (body ?? {}) as { status?: string };
      same('o status enviado', status, 'Intermediario');
    },
  ],
  'M-105': [
    '“Intermediario” aparece como “Intermediário”, no select e na linha.',
    async (visit) => {
      await visit.openDashboard();
      await openCreate(visit);
      const statuses = await readStatuses(visit);
      must(statuses.includes('Intermediário'), 'a opção “Intermediário”', statuses.join(', '));
      await visit.openDashboard();
      const [, { title }] = TECHNOLOGIES;
      await visit.seesPart('Intermediário', await rowOf(visit, title), `“Intermediário” na linha de “${title}”`);
    },
  ],
  'M-106': ['Há o status “Avançado”.', (visit) => offersStatus(visit, 'Avançado'), 'create'],
  'M-107': [
    'Não há um quarto status.',
    async (visit) => {
      const statuses = await readStatuses(visit);
      must(statuses.length > 0 && statuses.length <= STATUSES.length, 'três status', statuses.join(', ') || 'nenhum');
    },
    'create',
  ],
  'M-108': [`Há o módulo “${MODULES[0]}”.`, (visit) => offersModule(visit, MODULES[0] ?? ''), 'signUp'],
  'M-109': [`Há o módulo “${MODULES[1]}”.`, (visit) => offersModule(visit, MODULES[1] ?? ''), 'signUp'],
  'M-110': [`Há o módulo “${MODULES[2]}”.`, (visit) => offersModule(visit, MODULES[2] ?? ''), 'signUp'],
  'M-111': [`Há o módulo “${MODULES[3]}”.`, (visit) => offersModule(visit, MODULES[3] ?? ''), 'signUp'],
});

export const constants = section<Visit>('Constantes e limites', '§9', {
  'M-160': [
    'A senha tem no mínimo 6 caracteres.',
    async (visit) => {
      for (const [password, isAccepted] of [
        ['abc12', false],
        ['abc123', true],
      ] as const) {
        await visit.openScreen('signUp');
        visit.network.calls.length = 0;
        await fillSignUp(visit, aPerson({ password }), password);
        await sendSignUp(visit);
        const wasSent = await isSent(visit, 'POST /users', isAccepted ? undefined : 1_000);
        const seen = `o cadastro ${wasSent ? '' : 'não '}foi enviado`;
        must(wasSent === isAccepted, `a senha “${password}” ${isAccepted ? 'aceita' : 'recusada'}`, seen);
      }
    },
  ],
  'M-163': [
    'Há exatamente três status e quatro módulos.',
    async (visit) => {
      await visit.openDashboard();
      await openCreate(visit);
      const [statuses, { options }] = [await readStatuses(visit), await readModulesLoggedOut(visit)];
      must(
        statuses.length === 3 && options.length === 4,
        'três status e quatro módulos',
        `${statuses.length} e ${options.length}`,
      );
    },
  ],
  'M-164': [
    'Os formulários não limitam o tamanho dos textos nem o número de tecnologias.',
    async (visit) => {
      await visit.openScreen('signUp');
      await expectNoLimit((await readFields(visit.page)).map((field) => fieldAt(visit.page, field)));
      await visit.openDashboard();
      const { title } = await dialogFields(await openCreate(visit));
      await expectNoLimit([title]);
      await visit.openDashboard();
      await expectNoLimit([(await dialogFields(await openEdit(visit, TECHNOLOGIES[0].title))).title]);
    },
  ],
});

async function readModulesLoggedOut(visit: Visit) {
  await visit.page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await visit.openScreen('signUp');
  return readModules(visit);
}

async function expectNoLimit(fields: { getAttribute: (name: string) => Promise<string | null> }[]) {
  for (const field of fields) {
    const limit = await field.getAttribute('maxlength');
    if (limit !== null) throw new Deviation('campos sem maxlength', `maxlength="${limit}"`);
  }
}
