import { section } from '../atom.ts';
import { logIn } from '../front-end/forms.ts';
import { PATHS, type Screen, statusOf, type Visit } from '../front-end/visit.ts';
import { must, until } from '../wait.ts';

const PARTS: Record<Screen, string> = {
  signUp: 'a tela de cadastro',
  login: 'a tela de login',
  dashboard: 'o dashboard',
};

async function expectScreen(visit: Visit, screen: Screen): Promise<void> {
  await until(`${PARTS[screen]} em ${PATHS[screen]}`, async () =>
    (await visit.shows(screen)) ? undefined : `outra tela em ${visit.path}`,
  );
  await visit.isAt(PATHS[screen]);
}

/** Opens a screen by its address, then again by a reload. */
async function openTwice(visit: Visit, screen: Screen): Promise<void> {
  const { page } = visit;
  const status = await statusOf(visit.options.web, PATHS[screen]);
  must(status < 400, `${PATHS[screen]} aberta pelo endereço e ao recarregar`, `a resposta ${status} do servidor`);
  for (const open of [() => visit.open(PATHS[screen]), () => page.reload({ waitUntil: 'domcontentloaded' })]) {
    await open();
    await expectScreen(visit, screen);
  }
}

/** Opens an address with a stored session, which must lead to the dashboard. */
async function expectDashboardFrom(visit: Visit, screen: Screen): Promise<void> {
  if (screen === 'dashboard') await visit.openDashboard();
  else {
    await visit.openScreen(screen);
    await visit.openWithSession(PATHS[screen]);
  }
  await expectScreen(visit, 'dashboard');
}

export const routes = section<Visit>('Rotas e acesso', '§2', {
  'M-023': ['“/” é a tela de cadastro.', (visit) => expectScreen(visit, 'signUp'), 'signUp'],
  'M-024': ['“/login” é a tela de login.', (visit) => expectScreen(visit, 'login'), 'login'],
  'M-025': ['“/dashboard” é o dashboard.', (visit) => expectScreen(visit, 'dashboard'), 'dashboard'],
  'M-026': [
    'As três telas abrem pelo endereço e ao recarregar a página.',
    async (visit) => {
      for (const screen of ['signUp', 'login'] as const) await openTwice(visit, screen);
      await visit.openDashboard();
      await openTwice(visit, 'dashboard');
    },
  ],
  'M-027': [
    '“/dashboard” sem sessão leva a “/login”, sem mostrar o dashboard e sem buscar a pessoa na API.',
    async (visit) => {
      await visit.openScreen('login');
      await visit.page.addInitScript(() => {
        const seen = new Set<string>();
        Object.assign(window, { conformSeen: seen });
        requestAnimationFrame(function look() {
          for (const element of document.querySelectorAll<HTMLElement>('h1, h2, h3, p, button')) {
            if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
              seen.add(element.innerText);
          }
          requestAnimationFrame(look);
        });
      });
      const from = visit.network.calls.length;
      await visit.open('/dashboard');
      await expectScreen(visit, 'login');
      const seen = await visit.page.evaluate(() => [
        ...(window as unknown as { conformSeen: Set<string> }).conformSeen,
      ]);
      const parts = seen.filter((text) => /^(sair|\+|olá(?!\p{L}).*)$/iu.test(text.trim()));
      must(parts.length === 0, 'nada do dashboard na tela', parts.map((text) => `“${text}”`).join(', '));
      must(visit.network.calls.length === from, 'nenhuma chamada à API', visit.network.listFrom(from));
    },
  ],
  'M-028': ['Com um token guardado, abrir “/” leva ao dashboard.', (visit) => expectDashboardFrom(visit, 'signUp')],
  'M-029': ['Com um token guardado, abrir “/login” leva ao dashboard.', (visit) => expectDashboardFrom(visit, 'login')],
  'M-030': [
    'Com um token guardado, abrir “/dashboard” fica no dashboard.',
    (visit) => expectDashboardFrom(visit, 'dashboard'),
  ],
  'M-031': [
    'Sem token, “/” e “/login” ficam onde estão.',
    async (visit) => {
      for (const screen of ['signUp', 'login'] as const) {
        await visit.openScreen(screen);
        await visit.page.waitForLoadState('load');
        await expectScreen(visit, screen);
      }
    },
  ],
});

export const people = section<Visit>('O que a pessoa vê depois do login', '§1', {
  'M-004': [
    'Depois do login a pessoa vê uma saudação e o seu módulo do curso.',
    async (visit) => {
      await visit.openScreen('login');
      await logIn(visit, visit.person);
      await visit.seesPart(visit.person.name);
      await visit.seesPart(visit.person.course_module);
    },
  ],
});
