import { section } from '../atom.ts';
import { fillLogin, fillSignUp, logIn, logOut, sendLogin, sendSignUp } from '../front-end/forms.ts';
import { installClock, seesToast, stopClock } from '../front-end/toasts.ts';
import type { Visit } from '../front-end/visit.ts';
import { happens, must, same, until } from '../wait.ts';

/** Logs in through the form. Returns the session in the response. */
async function logInAndRead(visit: Visit): Promise<{ token: string; user: { id: string } }> {
  await visit.openScreen('login');
  await logIn(visit, visit.person);
  const { request } = await visit.network.answered('POST /sessions');
  const response = await request.response();
  return (await response?.json()) as { token: string; user: { id: string } };
}

async function expectStored(
  visit: Visit,
  key: string,
  pick: (session: { token: string; user: { id: string } }) => string,
) {
  const wanted = JSON.stringify(pick(await logInAndRead(visit)));
  await until(`a chave “${key}” com ${wanted.slice(0, 12)}…, o valor em JSON com aspas`, async () => {
    const stored = await visit.readStorage();
    if (stored[key] === wanted) return undefined;
    const value = stored[key]?.slice(0, 12);
    return value === undefined ? `as chaves ${Object.keys(stored).join(', ') || '(nenhuma)'}` : `${value}…`;
  });
}

async function failLogin(visit: Visit): Promise<void> {
  await visit.openScreen('login');
  await logIn(visit, { ...visit.person, password: `${visit.person.password}x` });
  await visit.network.answered('POST /sessions');
}

export const storage = section<Visit>('Entidades e armazenamento', '§3', {
  'M-084': [
    'confirmedPassword nunca é enviado: o corpo do cadastro tem exatamente seis chaves.',
    async (visit) => {
      await visit.openScreen('signUp');
      await fillSignUp(visit);
      await sendSignUp(visit);
      const { body } = await visit.network.answered('POST /users');
      const keys = Object.keys(body ?? {}).toSorted();
      same('as chaves do corpo', keys, ['bio', 'contact', 'course_module', 'email', 'name', 'password']);
    },
  ],
  'M-085': [
    'O local storage guarda o token, em JSON.',
    (visit) => expectStored(visit, visit.options.settings.storage.token, ({ token }) => token),
  ],
  'M-086': [
    'O local storage guarda o id da pessoa, em JSON.',
    (visit) => expectStored(visit, visit.options.settings.storage.userId, ({ user }) => user.id),
  ],
  'M-087': [
    'Um valor guardado que não é JSON válido significa que não há sessão, e não uma tela branca.',
    async (visit) => {
      await visit.openScreen('login');
      await visit.page.evaluate(({ token, userId }) => {
        localStorage.setItem(token, '{quebrado');
        localStorage.setItem(userId, '{quebrado');
      }, visit.options.settings.storage);
      await visit.open('/dashboard');
      if (await happens(() => visit.shows('login'))) return;
      const seen = (await visit.shows('dashboard')) ? 'o dashboard' : 'outra tela, ou uma tela branca';
      await visit.page.evaluate(() => localStorage.clear());
      await visit.open('/dashboard');
      // Another requirement covers a dashboard that is open to visitors.
      const isOpenToVisitors = seen === 'o dashboard' && !(await happens(() => visit.shows('login'), 3_000));
      must(isOpenToVisitors, 'a tela de login', seen);
    },
  ],
});

export const sessions = section<Visit>('Estados: entrar, sair, cadastrar', '§4', {
  'M-088': [
    'O login com sucesso guarda o token e o id da pessoa.',
    async (visit) => {
      const { token, user } = await logInAndRead(visit);
      await until('o token e o id no local storage', async () => {
        const stored = JSON.stringify(await visit.readStorage());
        return stored.includes(token) && stored.includes(user.id) ? undefined : stored.slice(0, 80);
      });
    },
  ],
  'M-089': [
    'O login com sucesso leva a “/dashboard” na hora, sem esperar pelo toast.',
    async (visit) => {
      await installClock(visit);
      await visit.openScreen('login');
      await fillLogin(visit, visit.person);
      await stopClock(visit);
      await sendLogin(visit);
      await visit.network.answered('POST /sessions');
      for (let time = 0; time < 500 && visit.path !== '/dashboard'; time += 100) {
        await happens(async () => visit.path === '/dashboard', 500);
        await visit.page.clock.runFor(100);
      }
      must(visit.path === '/dashboard', '/dashboard antes do toast', `ainda ${visit.path}`);
    },
  ],
  'M-091': [
    'Um login recusado fica em “/login”, sem sessão e sem guardar nada.',
    async (visit) => {
      await failLogin(visit);
      await seesToast(visit, 'Verifique os dados do login').catch(() => undefined);
      await visit.isAt('/login');
      const stored = await visit.readStorage();
      const { token, userId } = visit.options.settings.storage;
      must(stored[token] === undefined && stored[userId] === undefined, 'nada guardado', JSON.stringify(stored));
      // With a session it would lead to the dashboard.
      await visit.open('/login');
      await until('a tela de login', async () => ((await visit.shows('login')) ? undefined : `a página ${visit.path}`));
      await visit.isAt('/login');
    },
  ],
  'M-092': [
    'Ao sair, o local storage é limpo e a pessoa vai a “/login”.',
    async (visit) => {
      await visit.openDashboard();
      await logOut(visit);
      await visit.isAt('/login');
      await until('o local storage vazio', async () => {
        const keys = Object.keys(await visit.readStorage());
        return keys.length === 0 ? undefined : `as chaves ${keys.join(', ')}`;
      });
    },
  ],
  'M-093': [
    'O cadastro com sucesso leva a “/login”.',
    async (visit) => {
      await visit.openScreen('signUp');
      await fillSignUp(visit);
      await sendSignUp(visit);
      await visit.network.answered('POST /users');
      await visit.isAt('/login');
    },
  ],
});
