import { expect, test } from '@playwright/test';
import { Api } from '../../conform/api.ts';
import type { Section } from '../../conform/atom.ts';
import { SECTIONS } from '../../conform/atoms/all.ts';
import { forms, client } from '../../conform/atoms/client.ts';
import { header } from '../../conform/atoms/dashboard.ts';
import { dialogs } from '../../conform/atoms/dialogs.ts';
import { purpose } from '../../conform/atoms/look.ts';
import { login, signUp } from '../../conform/atoms/screens.ts';
import { sessions, storage } from '../../conform/atoms/sessions.ts';
import { technologies } from '../../conform/atoms/technologies.ts';
import { behaviour, catalogue } from '../../conform/atoms/toasts.ts';
import { loginRules, signUpRules, technologyRules } from '../../conform/atoms/validation.ts';
import { constants, values } from '../../conform/atoms/values.ts';
import { FrontEnd } from '../../conform/front-end/front-end.ts';
import { Visit } from '../../conform/front-end/visit.ts';
import { CALLS, WHOLE } from '../../conform/http/all.ts';
import { judgeServer } from '../../conform/http/judge.ts';
import { judgeAll, runJobs } from '../../conform/run.ts';
import { DEFAULTS } from '../../conform/settings.ts';
import { serveChanged } from './harness/servers.ts';

/** `near`: the sections that the deviation could reach. */
type Deviation = { fault: string; find: string | RegExp; replace: string; fails: string[]; near: Section<Visit>[] };

const inHead = (content: string) => ({ find: '<head>', replace: `<head>${content}` });
/** Changes the calls before they are sent. */
const onFetch = (change: string) =>
  inHead(
    `<script>{ const send = fetch; window.fetch = (url, init = {}) => { ${change}; return send(url, init); } }</script>`,
  );

const everywhere = (find: string | RegExp) => new RegExp(typeof find === 'string' ? RegExp.escape(find) : find, 'g');

const DEVIATIONS: Deviation[] = [
  { fault: 'another title', find: 'Crie sua Conta', replace: 'Criar conta', fails: ['M-032'], near: [purpose, signUp] },
  {
    fault: 'a corrected message of the login',
    find: 'Password obrigatório',
    replace: 'Senha obrigatória',
    fails: ['M-113'],
    near: [login, loginRules, signUpRules],
  },
  {
    fault: 'a corrected message of the technology',
    find: 'Tecnolgia Obrigatória',
    replace: 'Tecnologia obrigatória',
    fails: ['M-127', 'M-129'],
    near: [technologyRules, dialogs],
  },
  {
    fault: 'the module of the official README',
    find: 'Primeiro Módulo (Introdução ao Front End)',
    replace: 'Primeiro módulo (Introdução ao Frontend)',
    fails: ['M-108'],
    near: [signUp, values, constants],
  },
  {
    fault: 'toasts without their delay',
    ...inHead(
      '<script>const later = setTimeout; window.setTimeout = (act, ms) => later(act, ms === 1500 ? 0 : ms)</script>',
    ),
    fails: ['M-090', 'M-157', 'M-158'],
    near: [catalogue, sessions],
  },
  {
    fault: 'toasts of three seconds',
    ...inHead('<style>.toast-clock { animation-duration: 3s !important }</style>'),
    fails: ['M-020'],
    near: [behaviour],
  },
  { fault: 'toasts at the left', find: '`top-right`', replace: '`top-left`', fails: ['M-019'], near: [behaviour] },
  {
    fault: 'an English page',
    find: '<html lang="pt-BR"',
    replace: '<html lang="en"',
    fails: ['M-001'],
    near: [purpose],
  },
  {
    fault: 'errors in orange',
    ...inHead('<style>form { --red: orange }</style>'),
    fails: ['M-015'],
    near: [purpose],
  },
  {
    fault: 'another word for "Sair"',
    find: /(?<=[>`])Sair(?=[<`])/,
    replace: 'Desconectar',
    fails: ['M-050'],
    near: [header, sessions],
  },
  {
    fault: 'the repeated password in the sign-up',
    ...onFetch(
      `if (init.method === 'POST' && url.endsWith('/users')) init.body = init.body.replace('{', '{"confirmedPassword":"senha123",')`,
    ),
    fails: ['M-084', 'M-140'],
    near: [storage, forms, client],
  },
  {
    fault: 'a logout that keeps what others have stored',
    ...inHead(
      `<script>Storage.prototype.clear = function () { this.removeItem('token'); this.removeItem('userId') }</script>`,
    ),
    fails: ['M-051'],
    near: [header, sessions],
  },
  {
    fault: 'a token where none is needed',
    ...onFetch(
      `if (!init.method || init.method === 'GET') init.headers = { ...init.headers, authorization: 'Bearer x' }`,
    ),
    fails: ['M-141'],
    near: [technologies],
  },
];

// Opening a front end costs more than judging a line of it, so two of them have half of the deviations each.
// DEVIATIONS=all runs all checks against a separate front end for each deviation.
const isThorough = process.env['DEVIATIONS'] === 'all';
const FRONT_ENDS = isThorough ? DEVIATIONS.map((one) => [one]) : [DEVIATIONS.slice(0, 6), DEVIATIONS.slice(6)];

/** True for the requirements that must fail, and for the ones before them. */
function isNear(section: Section<Visit>, index: number, deviations: Deviation[]): boolean {
  const around = [index, index + 1].map((at) => section.atoms[at]?.id ?? '');
  return deviations.some(({ near, fails }) => near.includes(section) && around.some((id) => fails.includes(id)));
}

for (const deviations of FRONT_ENDS) {
  const faults = deviations.map(({ fault }) => fault).join(', ');
  test(`the suite sees ${faults}, and nothing else`, async ({ browser, baseURL }) => {
    test.slow();
    const api = new Api(baseURL ?? '');
    const front = await serveChanged(api.address, (text) =>
      deviations.reduce((changed, { find, replace }) => changed.replaceAll(everywhere(find), () => replace), text),
    );
    const frontEnd = await FrontEnd.meet({ browser, web: front.address, api, settings: DEFAULTS });
    const verdicts = await runJobs(
      SECTIONS.flatMap((section) =>
        section.atoms
          .filter((_, index) => isThorough || isNear(section, index, deviations))
          .map((atom) => () => frontEnd.judge(atom, section)),
      ),
      // A failing check waits until its timeout of ten seconds.
      2,
    );
    const failed = verdicts.filter(({ deviation }) => deviation !== undefined);
    const seen = failed.map(({ id, deviation }) => `${id}: ${deviation?.expected}; ${deviation?.seen}`).join('\n');
    expect(failed.map(({ id }) => id).toSorted(), seen).toEqual(deviations.flatMap(({ fails }) => fails).toSorted());
    await front.stop();
  });
}

test('a page without the screens fails every line', async ({ browser, baseURL, launchOptions }) => {
  const front = await serveChanged(baseURL ?? '', () => '<!doctype html><p>Em breve</p>');
  const options = { web: front.address, api: undefined, full: false, only: ['login'], report: '', settings: DEFAULTS };
  const launch = () => browser.browserType().launch(launchOptions);
  const verdicts = await judgeAll(options, new Api(baseURL ?? ''), launch, () => {});
  expect(verdicts.length).toBeGreaterThan(0);
  expect(verdicts.filter(({ deviation }) => deviation?.picture === undefined)).toEqual([]);
  await front.stop();
});

test('the page of a front end does not open at the address of another site', async ({ browser, baseURL }) => {
  const api = new Api(baseURL ?? '');
  const front = await serveChanged(api.address, () => '<!doctype html><title>front end</title>');
  const other = await serveChanged(api.address, () => '<!doctype html><title>other</title>');
  const visit = await Visit.begin({
    browser,
    web: front.address,
    api,
    settings: DEFAULTS,
    firstVisit: { screens: new Set(), listsTechnologies: false, stored: undefined, opensByAddress: false },
    person: await api.signUp(),
  });
  for (const [site, title] of [
    [front, 'front end'],
    [other, 'other'],
  ] as const) {
    await visit.page.goto(`${site.address}/login`);
    await expect(visit.page).toHaveTitle(title);
    await site.stop();
  }
  await visit.end();
});

test('the suite sees a server without CORS, and nothing else', async ({ baseURL }) => {
  const server = await serveChanged(baseURL ?? '', (text, headers) => {
    headers.delete('access-control-allow-origin');
    return text;
  });
  const api = new Api(server.address);
  const failed: string[] = [];
  for (const section of [...CALLS, ...WHOLE]) {
    for (const atom of section.atoms) {
      if ((await judgeServer(atom, section, api)).deviation !== undefined) failed.push(atom.id);
    }
  }
  await api.cleanUp();
  expect(failed).toEqual(['H-13']);
  await server.stop();
});
