import { section } from '../atom.ts';
import { openDialog, submit } from '../front-end/dialogs.ts';
import { type Box, boxesOf } from '../front-end/find.ts';
import { fillLogin, fillSignUp, logIn, sendLogin, sendSignUp } from '../front-end/forms.ts';
import { LOGIN_TOAST, seesToast, toastsAtOnce, toastsLate, installClock, watchToast } from '../front-end/toasts.ts';
import type { Visit } from '../front-end/visit.ts';
import { happens, must, until } from '../wait.ts';
import { dragsAway, fail, isGone, withNewToast } from './login-toast.ts';
import { CALLS, prepare } from './steps.ts';

async function failsWith(visit: Visit, kind: 'create' | 'edit' | 'remove', text: string): Promise<void> {
  await installClock(visit);
  await visit.openDashboard();
  visit.network.refuse(CALLS[kind]);
  const dialog = await prepare(visit, kind);
  await toastsAtOnce(visit, text, CALLS[kind], () => submit(visit, kind, dialog));
}

async function succeedsLate(visit: Visit, kind: 'edit' | 'remove', text: string): Promise<void> {
  await installClock(visit);
  await visit.openDashboard();
  const dialog = await prepare(visit, kind);
  const isClosed = async () => (await openDialog(visit, kind)) === undefined;
  await toastsLate(visit, text, CALLS[kind], () => submit(visit, kind, dialog), isClosed);
}

/** In milliseconds. The moments lie between two frames, which are far apart on a busy machine. */
async function lifeOfToast(visit: Visit): Promise<{ least: number; most: number }> {
  await visit.openScreen('login');
  await visit.page.mouse.move(100, 780);
  const life = watchToast(visit.page, LOGIN_TOAST);
  life.catch(() => undefined);
  await logIn(visit, visit.person);
  await seesToast(visit, LOGIN_TOAST);
  const { first, before, last, gone } = await life;
  return { least: last - first, most: gone - before };
}

const MIDDLE = 640;

export const behaviour = section<Visit>('Toasts: lugar, tempo e gestos', '§1', {
  'M-019': [
    'Os toasts aparecem no alto, à direita.',
    async (visit) => {
      await fail(visit);
      const toast = await seesToast(visit, LOGIN_TOAST);
      let box: Box = { x: 0, y: 0, width: 0, height: 0 };
      await until('um toast no alto, à direita', async () => {
        // A closed toast has no box, or an empty one.
        const [now] = await boxesOf(toast);
        if (now !== undefined && now.width > 0) box = now;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return x > MIDDLE && y > 0 && y < 400
          ? undefined
          : `${y < 400 ? 'no alto' : 'embaixo'}, em x=${Math.round(x)} de 1280`;
      });
    },
  ],
  'M-020': [
    'Um toast fecha sozinho 5000 ms depois de aparecer.',
    async (visit) => {
      visit.network.refuse('POST /sessions');
      let life = await lifeOfToast(visit);
      // A busy machine can only delay the end.
      for (let tries = 1; life.least > 5150 && tries < 3; tries += 1) life = await lifeOfToast(visit);
      const { least, most } = life;
      const seen = `${Math.round((least + most) / 2)} ms`;
      must(most >= 4850 && least <= 5150, 'um toast que fecha aos 5000 ms (±150)', seen);
    },
  ],
  'M-021': [
    'Passar o mouse sobre o toast pausa o seu tempo; sair dele o retoma.',
    async (visit) => {
      await withNewToast(visit, ({ x, y }) => visit.page.mouse.move(x, y));
      must(
        !(await happens(() => isGone(visit), 7_000)),
        'um toast que espera sob o mouse',
        'o toast fechou sob o mouse',
      );
      await visit.page.mouse.move(100, 780);
      const isClosed = await happens(() => isGone(visit), 15_000);
      must(isClosed, 'um toast que fecha depois que o mouse sai', 'o toast não fechou');
    },
  ],
  'M-022': [
    'Um toast pode ser arrastado para fora, com o mouse e com o dedo.',
    async (visit) => {
      const devtools = await visit.page.context().newCDPSession(visit.page);
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) => {
        await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
      };
      await dragsAway(visit, 'com o mouse', {
        down: () => visit.page.mouse.down(),
        move: (x, y) => visit.page.mouse.move(x, y),
        up: () => visit.page.mouse.up(),
      });
      await dragsAway(visit, 'com o dedo', {
        down: (x, y) => touch('touchStart', x, y),
        move: (x, y) => touch('touchMove', x, y),
        up: () => touch('touchEnd', 0, 0),
      });
    },
  ],
  'M-150': [
    'Falha do login: “Verifique os dados do login”, na hora.',
    async (visit) => {
      await installClock(visit);
      await visit.openScreen('login');
      await fillLogin(visit, { ...visit.person, password: `${visit.person.password}x` });
      await toastsAtOnce(visit, LOGIN_TOAST, 'POST /sessions', () => sendLogin(visit));
    },
  ],
});

export const catalogue = section<Visit>('Catálogo de toasts', '§8', {
  'M-151': [
    'Falha do cadastro: “Erro ao realizar o cadastro”, na hora.',
    async (visit) => {
      await installClock(visit);
      await visit.openScreen('signUp');
      visit.network.refuse('POST /users');
      await fillSignUp(visit);
      await toastsAtOnce(visit, 'Erro ao realizar o cadastro', 'POST /users', () => sendSignUp(visit));
    },
  ],
  'M-152': [
    'Falha da criação: “Erro ao cadastrar a tecnologia”, na hora.',
    (visit) => failsWith(visit, 'create', 'Erro ao cadastrar a tecnologia'),
  ],
  'M-153': [
    'Falha da edição: “Tecnologia não atualizada”, na hora.',
    (visit) => failsWith(visit, 'edit', 'Tecnologia não atualizada'),
  ],
  'M-154': [
    'Falha da exclusão: “Erro ao deletar tecnologia”, na hora.',
    (visit) => failsWith(visit, 'remove', 'Erro ao deletar tecnologia'),
  ],
  'M-155': [
    'Cadastro feito: “Cadastro realizado com sucesso”, na hora.',
    async (visit) => {
      await installClock(visit);
      await visit.openScreen('signUp');
      await fillSignUp(visit);
      await toastsAtOnce(visit, 'Cadastro realizado com sucesso', 'POST /users', () => sendSignUp(visit));
    },
  ],
  'M-156': [
    'Tecnologia criada: “Tecnologia cadastrada com sucesso”, na hora.',
    async (visit) => {
      await installClock(visit);
      await visit.openDashboard();
      const dialog = await prepare(visit, 'create');
      const act = () => submit(visit, 'create', dialog);
      await toastsAtOnce(visit, 'Tecnologia cadastrada com sucesso', CALLS.create, act);
    },
  ],
  'M-090': [
    'Login feito: “Logado com sucesso”, 1500 ms depois.',
    async (visit) => {
      await installClock(visit);
      await visit.openScreen('login');
      await fillLogin(visit, visit.person);
      const effect = async () => visit.path === '/dashboard';
      await toastsLate(visit, 'Logado com sucesso', 'POST /sessions', () => sendLogin(visit), effect);
    },
  ],
  'M-157': [
    'Tecnologia editada: “Tecnologia atualizada”, 1500 ms depois.',
    (visit) => succeedsLate(visit, 'edit', 'Tecnologia atualizada'),
  ],
  'M-158': [
    'Tecnologia excluída: “Tecnologia deletada com sucesso”, 1500 ms depois.',
    (visit) => succeedsLate(visit, 'remove', 'Tecnologia deletada com sucesso'),
  ],
});
