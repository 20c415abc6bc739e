import { aPerson } from '../api.ts';
import { section } from '../atom.ts';
import { openDialog } from '../front-end/dialogs.ts';
import { fillSignUp, isSent, logIn, sendSignUp } from '../front-end/forms.ts';
import type { Call } from '../front-end/network.ts';
import { countToasts, installClock } from '../front-end/toasts.ts';
import type { Visit } from '../front-end/visit.ts';
import { happens, must, same, until } from '../wait.ts';
import { CALLS, expectNoToken, expectToken, send } from './steps.ts';

/** Expects the front end to accept a sign-up. M-093 checks where it leads. */
async function isDone(visit: Visit): Promise<void> {
  await until('o cadastro como feito', async () => {
    const hasToast = (await countToasts(visit.page, 'Cadastro realizado com sucesso')) > 0;
    return hasToast || visit.path === '/login' ? undefined : `ainda ${visit.path}, sem o toast`;
  });
}

export const client = section<Visit>('Chamadas: o cliente', '§7', {
  'M-134': [
    'Criar, editar e excluir uma tecnologia enviam Authorization: Bearer {token}.',
    async (visit) => {
      await visit.openDashboard();
      for (const kind of ['create', 'edit', 'remove'] as const) {
        const from = visit.network.calls.length;
        await send(visit, kind);
        expectToken(visit, await visit.network.answered(CALLS[kind], from));
        await happens(async () => (await openDialog(visit, kind)) === undefined, 2_000);
      }
    },
  ],
  'M-136': [
    'Todas as chamadas usam um mesmo endereço base.',
    async (visit) => {
      await visit.openScreen('signUp');
      await fillSignUp(visit);
      await sendSignUp(visit);
      await visit.network.answered('POST /users');
      await visit.openScreen('login');
      await logIn(visit, visit.person);
      await visit.network.answered('POST /sessions');
      await happens(async () => visit.network.calls.at(-1)?.name.startsWith('GET') ?? false);
      const origins = [...new Set(visit.network.calls.map(({ origin }) => origin))];
      must(origins.length === 1, 'um endereço só', origins.join(', '));
    },
  ],
  'M-137': [
    'O cliente não tem tempo limite: depois de dez minutos, a chamada ainda espera.',
    async (visit) => {
      await visit.page.addInitScript(() => {
        const wait = (milliseconds: number, act: () => void) => window.setTimeout(act, milliseconds);
        AbortSignal.timeout = (milliseconds) => {
          const controller = new AbortController();
          wait(milliseconds, () => controller.abort());
          return controller.signal;
        };
        window.XMLHttpRequest = class extends XMLHttpRequest {
          override send(body?: XMLHttpRequestBodyInit | null) {
            if (this.timeout > 0) wait(this.timeout, () => this.abort());
            super.send(body);
          }
        };
      });
      await installClock(visit);
      await visit.openScreen('login');
      visit.network.hold('POST /sessions');
      await logIn(visit, visit.person);
      must(await isSent(visit, 'POST /sessions'), 'a chamada POST /sessions', visit.network.listFrom());
      await visit.page.clock.fastForward('10:00');
      const { request } = visit.network.named('POST /sessions')[0] as Call;
      await happens(async () => request.failure() !== null, 1_000);
      must(request.failure() === null, 'a chamada ainda em espera', 'a chamada foi abandonada');
      must((await countToasts(visit.page, 'Verifique os dados do login')) === 0, 'nenhum erro', 'um toast de erro');
    },
  ],
  'M-138': [
    'Qualquer resposta de 200 a 299 é sucesso.',
    async (visit) => {
      for (const status of [200, 202, 299]) {
        visit.network.answer('POST /users', status, {});
        await visit.openScreen('signUp');
        await fillSignUp(visit);
        await sendSignUp(visit);
        await visit.network.answered('POST /users');
        await isDone(visit);
      }
    },
  ],
});

export const forms = section<Visit>('Chamadas: login e cadastro', '§7', {
  'M-139': [
    'POST /sessions envia exatamente {email, password}, sem Authorization, e lê token e user.id da resposta.',
    async (visit) => {
      await visit.openScreen('login');
      visit.network.answer('POST /sessions', 200, { token: visit.person.token, user: { id: visit.person.id } });
      await logIn(visit, visit.person);
      const call = await visit.network.answered('POST /sessions');
      const { email, password } = visit.person;
      same('o corpo', call.body, { email, password });
      expectNoToken(call);
      await until('o dashboard, com só token e user.id na resposta', async () =>
        (await visit.shows('dashboard')) ? undefined : `a página ${visit.path}`,
      );
    },
  ],
  'M-140': [
    'POST /users envia exatamente name, email, password, bio, contact e course_module, sem Authorization, e não usa a resposta.',
    async (visit) => {
      await visit.openScreen('signUp');
      visit.network.answer('POST /users', 201, null);
      const person = aPerson();
      await fillSignUp(visit, person);
      await sendSignUp(visit);
      const call = await visit.network.answered('POST /users');
      same('o corpo', call.body, person);
      expectNoToken(call);
      await isDone(visit);
    },
  ],
});
