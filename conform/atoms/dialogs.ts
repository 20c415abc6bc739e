import { Deviation, section } from '../atom.ts';
import {
  dialogFields,
  type Kind,
  isClosed,
  openDialog,
  openRemove,
  SCENE_TECHNOLOGY,
  submit,
  TITLES,
  waitForDialog,
  X,
} from '../front-end/dialogs.ts';
import { buttonOf, fieldAt, readFields, textOf } from '../front-end/find.ts';
import { listOf } from '../front-end/forms.ts';
import { TECHNOLOGIES, type Visit } from '../front-end/visit.ts';
import { must, same } from '../wait.ts';

const [FIRST, SECOND] = TECHNOLOGIES;

/** Expects a field with exactly this label in the open dialog. Returns its value. */
async function expectField(visit: Visit, kind: Kind, label: string): Promise<string> {
  const dialog = await waitForDialog(visit, kind);
  const fields = await readFields(dialog);
  const field = fields.find(({ names }) => names.includes(label));
  if (field === undefined) throw new Deviation(`um campo “${label}”`, `campos ${listOf(fields)}`);
  const control = fieldAt(dialog, field);
  if (field.tag !== 'select') return control.inputValue();
  return control.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label.trim() ?? '');
}

/** The button that closes the confirmation: an X as a text, a name or a picture. */
async function pressX(visit: Visit): Promise<void> {
  const dialog = await openDialog(visit, 'remove');
  if (dialog === undefined) throw new Deviation('o modal de confirmação', 'nenhum modal');
  const { close } = visit.options.settings.buttons;
  // Without a role, `dialog` is only the part around the question and its buttons: the X may be in a bar above it.
  const whole = dialog
    .locator('xpath=ancestor::*')
    .filter({ hasNotText: TECHNOLOGIES[2].title })
    .filter({ hasNotText: 'Sair' })
    .first();
  for (const place of [dialog, whole]) {
    const others = place.getByRole('button').filter({ hasNotText: /sim|não/i, visible: true });
    const ways = [...(close === undefined ? [] : [buttonOf(place, close)]), buttonOf(place, X), others];
    const texts = textOf(place, 'X').or(textOf(place, 'x')).or(textOf(place, '×'));
    for (const way of [...ways, texts, place.locator('svg, img').filter({ visible: true })]) {
      if ((await way.count()) > 0) return way.first().click();
    }
  }
  throw new Deviation('um X que fecha o modal', 'nenhum botão além de “Sim” e “Não”');
}

async function closesWithoutCall(visit: Visit, close: () => Promise<void>): Promise<void> {
  await visit.openDashboard();
  await openRemove(visit, SECOND.title);
  const from = visit.network.calls.length;
  await close();
  await isClosed(visit, 'remove');
  // A call that the click started would precede the calls of this reload.
  await visit.page.reload({ waitUntil: 'domcontentloaded' });
  await visit.network.finished('GET /users/{id}', from, 3_000);
  const sent = visit.network.calls.slice(from).filter(({ name }) => !name.startsWith('GET'));
  must(sent.length === 0, 'nenhuma chamada à API', sent.map(({ name }) => name).join(', '));
  same('a lista como era', (await visit.options.api.technologiesOf(visit.person)).length, TECHNOLOGIES.length);
}

export const dialogs = section<Visit>('Dashboard: os três modais', '§2 Dashboard', {
  'M-062': [
    'O título do modal de edição é exatamente “Tecnologia Detalhes”.',
    (visit) => visit.seesTitle(TITLES.edit),
    'edit',
  ],
  'M-063': [
    'O modal de edição tem o campo “Nome do projeto”, com o título atual.',
    async (visit) => {
      same('o campo com o título atual', await expectField(visit, 'edit', 'Nome do projeto'), SCENE_TECHNOLOGY.title);
    },
    'edit',
  ],
  'M-064': [
    'O modal de edição tem o campo “Status”, com o status atual.',
    async (visit) => {
      same('o campo com o status atual', await expectField(visit, 'edit', 'Status'), SCENE_TECHNOLOGY.status);
    },
    'edit',
  ],
  'M-065': [
    'O botão do modal de edição é exatamente “Salvar Alterações”.',
    async (visit) => visit.seesButton('Salvar Alterações', await waitForDialog(visit, 'edit')),
    'edit',
  ],
  'M-068': [
    'A pergunta é exatamente “Deseja excluir a tecnologia?”.',
    (visit) => visit.seesTitle(TITLES.remove),
    'remove',
  ],
  'M-069': [
    'O modal de confirmação tem um botão “Sim”.',
    async (visit) => visit.seesButton('Sim', await waitForDialog(visit, 'remove')),
    'remove',
  ],
  'M-070': [
    'O modal de confirmação tem um botão “Não”.',
    async (visit) => visit.seesButton('Não', await waitForDialog(visit, 'remove')),
    'remove',
  ],
  'M-071': [
    'O modal de confirmação tem um X para fechar.',
    async (visit) => {
      await visit.openDashboard();
      await openRemove(visit, FIRST.title);
      await pressX(visit);
    },
  ],
  'M-072': [
    '“Sim” chama a exclusão da tecnologia daquela linha.',
    async (visit) => {
      await visit.openDashboard();
      const list = await visit.options.api.technologiesOf(visit.person);
      const dialog = await openRemove(visit, SECOND.title);
      await submit(visit, 'remove', dialog);
      const { path } = await visit.network.answered('DELETE /users/techs/{id}');
      const wanted = list.find(({ title }) => title === SECOND.title)?.id;
      same('a chamada', path, `/users/techs/${wanted}`);
    },
  ],
  'M-073': [
    '“Não” fecha o modal sem nenhuma chamada.',
    (visit) => closesWithoutCall(visit, () => visit.press(['Não', /^(n[ãa]o|cancel)/i])),
  ],
  'M-074': ['O X fecha o modal sem nenhuma chamada.', (visit) => closesWithoutCall(visit, () => pressX(visit))],
  'M-075': [
    'O título do modal de cadastro é exatamente “Cadastrar Tecnologia”.',
    (visit) => visit.seesTitle(TITLES.create),
    'create',
  ],
  'M-076': [
    'O modal de cadastro tem o campo “Nome”.',
    async (visit) => {
      await expectField(visit, 'create', 'Nome');
    },
    'create',
  ],
  'M-077': [
    'O campo “Nome” mostra “Digite uma tecnolgia” enquanto está vazio.',
    async (visit) => {
      const { title } = await dialogFields(await waitForDialog(visit, 'create'));
      same('o placeholder', await title.getAttribute('placeholder'), 'Digite uma tecnolgia');
    },
    'create',
  ],
  'M-078': [
    'O modal de cadastro tem “Selecionar status”.',
    async (visit) => {
      const dialog = await waitForDialog(visit, 'create');
      const option = dialog.locator('option').filter({ hasText: /^\s*Selecionar status\s*$/ });
      const fields = await readFields(dialog);
      const isThere = fields.some(({ names }) => names.includes('Selecionar status')) || (await option.count()) > 0;
      must(isThere, '“Selecionar status”, como rótulo ou primeira opção', `campos ${listOf(fields)}`);
    },
    'create',
  ],
  'M-079': [
    'O botão do modal de cadastro é exatamente “Cadastrar Tecnologia”.',
    async (visit) => visit.seesButton('Cadastrar Tecnologia', await waitForDialog(visit, 'create')),
    'create',
  ],
});
