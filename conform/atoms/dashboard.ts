import { section } from '../atom.ts';
import {
  clickRow,
  dialogFields,
  fillDialog,
  openCreate,
  rowOf,
  rowsOf,
  submit,
  TITLES,
  trashOf,
  waitForDialog,
} from '../front-end/dialogs.ts';
import { buttonOf, textOf, titleOf } from '../front-end/find.ts';
import { logIn, logOut } from '../front-end/forms.ts';
import { TECHNOLOGIES, type Visit } from '../front-end/visit.ts';
import { happens, must, same, until } from '../wait.ts';
import { CALLS } from './steps.ts';

const [FIRST, SECOND] = TECHNOLOGIES;

async function leave(visit: Visit): Promise<void> {
  await visit.openScreen('login');
  await logIn(visit, visit.person);
  await until('o dashboard', async () => ((await visit.shows('dashboard')) ? undefined : `a página ${visit.path}`));
  await visit.page.evaluate(() => localStorage.setItem('de-outro', 'valor'));
  await logOut(visit);
}

export const header = section<Visit>('Dashboard: cabeçalho e saída', '§2 Dashboard', {
  'M-050': ['O cabeçalho tem um botão “Sair”.', (visit) => visit.seesButton('Sair'), 'dashboard'],
  'M-051': [
    '“Sair” limpa todo o local storage, também as chaves que a aplicação não escreveu.',
    async (visit) => {
      await leave(visit);
      const left = async () => Object.keys(await visit.readStorage());
      await until('o local storage vazio', async () =>
        (await left()).length === 0 ? undefined : `as chaves ${(await left()).join(', ')}`,
      );
    },
  ],
  'M-052': [
    '“Sair” leva a “/login”.',
    async (visit) => {
      await leave(visit);
      await visit.isAt('/login');
    },
  ],
  'M-053': [
    'Depois de “Sair”, recarregar a página ou voltar termina em “/login”.',
    async (visit) => {
      await leave(visit);
      await visit.isAt('/login');
      for (const [way, act] of [
        ['ao voltar', () => visit.page.evaluate(() => history.back())],
        ['ao recarregar', () => visit.page.reload({ waitUntil: 'domcontentloaded' })],
        ['ao abrir /dashboard', () => visit.open('/dashboard')],
      ] as const) {
        // Back may leave the document.
        await act().catch(() => undefined);
        await visit.page.waitForLoadState('domcontentloaded');
        await until(`/login ${way}`, async () =>
          (await visit.shows('dashboard')) || visit.path === '/dashboard' ? `${visit.path} com o dashboard` : undefined,
        );
      }
      await visit.isAt('/login');
    },
  ],
  'M-054': ['A saudação é exatamente “Olá, {nome}”.', (visit) => visit.sees(`Olá, ${visit.person.name}`), 'dashboard'],
  'M-055': [
    'O dashboard mostra o módulo do curso da pessoa.',
    (visit) => visit.seesPart(visit.person.course_module),
    'dashboard',
  ],
  'M-056': ['Há um botão “+”.', (visit) => visit.seesButton('+'), 'dashboard'],
  'M-057': [
    '“+” abre o modal de cadastro.',
    async (visit) => {
      await visit.openDashboard();
      await openCreate(visit);
    },
  ],
});

export const list = section<Visit>('Dashboard: lista de tecnologias', '§2 Dashboard', {
  'M-058': [
    'A lista mostra as tecnologias da pessoa, uma por linha.',
    async (visit) => {
      await until('as três tecnologias', async () => {
        const shown = await rowsOf(visit);
        return shown.length === TECHNOLOGIES.length ? undefined : `na tela: ${shown.join(', ') || 'nenhuma'}`;
      });
      const tops = await Promise.all(
        TECHNOLOGIES.map(async ({ title }) => (await textOf(visit.page, title).first().boundingBox())?.y),
      );
      must(new Set(tops).size === tops.length, 'uma linha para cada uma', 'duas na mesma linha');
    },
    'dashboard',
  ],
  'M-059': [
    'A linha mostra o título da tecnologia.',
    async (visit) => {
      for (const { title } of TECHNOLOGIES) await visit.sees(title);
    },
    'dashboard',
  ],
  'M-060': [
    'A linha mostra o status da tecnologia.',
    async (visit) => {
      for (const { title, status } of [FIRST, TECHNOLOGIES[2]]) await visit.seesPart(status, await rowOf(visit, title));
    },
    'dashboard',
  ],
  'M-008': [
    'Cada tecnologia tem título e status, e os dois aparecem.',
    async (visit) => {
      const row = await rowOf(visit, FIRST.title);
      await visit.seesPart(FIRST.title, row);
      await visit.seesPart(FIRST.status, row);
    },
    'dashboard',
  ],
  'M-061': [
    'Clicar numa linha abre o modal de edição daquela tecnologia.',
    async (visit) => {
      await visit.openDashboard();
      const before = await visit.options.api.technologiesOf(visit.person);
      const dialog = await clickRow(visit, SECOND.title);
      const { title } = await dialogFields(dialog);
      if (await happens(async () => (await title.inputValue()) === SECOND.title, 2_000)) return;
      // Fills both fields, because another requirement covers a dialog that opens empty: the call shows whose dialog it is.
      await fillDialog(dialog, { title: SECOND.title, status: 'Avançado' });
      await submit(visit, 'edit', dialog);
      const { path } = await visit.network.answered(CALLS.edit);
      const changed = before.find(({ id }) => path.endsWith(`/${id}`));
      same('a tecnologia que o modal altera', changed?.title, SECOND.title);
    },
  ],
  'M-066': [
    'Cada linha tem um ícone de lixeira.',
    async (visit) => {
      for (const { title } of TECHNOLOGIES) await trashOf(visit, title);
    },
    'dashboard',
  ],
  'M-067': [
    'A lixeira abre o modal de confirmação, e não o de edição.',
    async (visit) => {
      await visit.openDashboard();
      await (await trashOf(visit, SECOND.title)).click();
      await waitForDialog(visit, 'remove');
      await happens(async () => (await buttonOf(visit.page, 'Sim').count()) > 0, 2_000);
      const edit = await titleOf(visit.page, TITLES.edit).count();
      must(edit === 0, 'só o modal de confirmação', 'o modal de edição');
    },
  ],
});
