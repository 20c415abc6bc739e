import { expect, onTestFinished, test, vi } from 'vitest';
import type { Resume, ResumeImport } from '#contract/resume.ts';
import type { OwnUser } from '#contract/user.ts';
import { openTestDatabase } from '../../helpers/database/test-database.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const PATH = '/profile/resume?apply=true';

const apply = async (token: string, body: unknown) =>
  (await server.ask<ResumeImport>('POST', PATH, { token, body })).body;
const own = async (token: string) => (await server.ask<OwnUser>('GET', '/profile', { token })).body;
const download = async (token: string) => (await server.ask<Resume>('GET', '/profile/resume.json', { token })).body;

const item = (kind: string, name: string, reason: string, more: object = {}) => {
  return { kind, name, reason, fields: [], from: null, to: null, ...more };
};
const technology = (name: string, reason: string, more?: object) => item('technology', name, reason, more);
const work = (name: string, reason: string, ...fields: string[]) => item('work', name, reason, { fields });
const profile = (field: string, reason: string, more?: object) =>
  item('profile', '', reason, { fields: [field], ...more });

const FILE = {
  basics: { name: 'Outra', email: 'outra@example.com', summary: 'Já sei.', url: 'https://example.com/nova' },
  skills: [
    { name: 'React', level: 'Master' },
    { name: 'HTML', level: 'Básico' },
    { name: 'Vue', level: 'INTERMEDIATE', keywords: ['Nuxt'] },
    { name: 'Rust', level: 'Ninja' },
    { name: 'Go' },
    { name: 'vue', level: 'Advanced' },
    { name: 'x'.repeat(101) },
    { level: 'Advanced' },
    'React',
  ],
  projects: [
    { name: 'Loja', description: 'Flores', url: 'https://example.com/loja', keywords: ['rust', 'React', 'nada', 5] },
    { name: 'Sem link', description: 'x' },
    { name: 'Torto', description: 'x', url: 'javascript:alert(1)' },
    { name: 'Pontos', highlights: ['um', 'dois'], url: 'https://example.com/pontos' },
    null,
  ],
  work: [{ name: 'Empresa' }],
};

const EXPECTED = {
  add: [
    technology('Vue', 'new', { to: 'Intermediario' }),
    technology('Rust', 'level-assumed', { fields: ['status'], to: 'Iniciante' }),
    technology('Go', 'level-assumed', { fields: ['status'], to: 'Iniciante' }),
    work('Loja', 'new'),
    work('Pontos', 'new'),
  ],
  change: [
    technology('React', 'differs', { fields: ['status'], from: 'Iniciante', to: 'Avançado' }),
    profile('bio', 'differs', { from: 'Aprendo a programar.', to: 'Já sei.' }),
    profile('contact', 'differs', { from: 'https://example.com/ana', to: 'https://example.com/nova' }),
  ],
  keep: [technology('Html', 'same', { from: 'Iniciante' }), profile('name', 'not-taken')],
  refuse: [
    technology('x'.repeat(100), 'too-long', { fields: ['title'] }),
    technology('', 'required', { fields: ['title'] }),
    technology('', 'invalid', { fields: ['title'] }),
    work('Torto', 'invalid', 'deploy_url'),
    work('', 'invalid', 'title'),
    technology('vue', 'duplicate', { fields: ['title'] }),
    work('Sem link', 'required', 'deploy_url'),
  ],
};

async function someoneWithReact(on = server) {
  const someone = await on.signUp();
  for (const title of ['React', 'Html']) await on.addTechnology(someone.token, { title, status: 'Iniciante' });
  return someone;
}

test.for(['', '?apply=false'])('an import with %j returns its plan and writes nothing', async (query) => {
  const { token } = await someoneWithReact();
  const before = await server.rows();
  expect((await server.ask('POST', `/profile/resume${query}`, { token, body: FILE })).body).toEqual(EXPECTED);
  expect(await server.rows()).toEqual(before);
});

test('an import with apply=true executes its plan, and repeating it changes nothing', async () => {
  const { token, user: before } = await someoneWithReact();
  expect(await apply(token, FILE)).toEqual(EXPECTED);
  const user = await own(token);
  const { name, email } = before;
  expect(user).toMatchObject({ name, email, bio: 'Já sei.', contact: 'https://example.com/nova' });
  const levels = user.techs.map(({ title, status }) => `${title} ${status}`);
  expect(levels).toEqual(['React Avançado', 'Html Iniciante', 'Vue Intermediario', 'Rust Iniciante', 'Go Iniciante']);
  const [react, , , rust] = user.techs;
  expect(user.works).toMatchObject([
    { title: 'Loja', description: 'Flores', technologies: [react?.id, rust?.id] },
    { title: 'Pontos', description: 'um\ndois', technologies: [] },
  ]);

  const rows = await server.rows();
  const again = await apply(token, FILE);
  expect(again).toMatchObject({ add: [], change: [] });
  // An unknown word lowers no level.
  expect(again.keep).toContainEqual(technology('Rust', 'level-unknown', { fields: ['status'], from: 'Iniciante' }));
  expect(await server.rows()).toEqual(rows);
});

test('importing an export changes nothing, and copies everything for another user', async () => {
  const ana = await server.signUp({ bio: 'Segunda-feira.\n\tTerça.', contact: 'https://Ana.example/Ç' });
  const { id } = await server.addTechnology(ana.token, { title: 'Programação', status: 'Intermediário' });
  for (const technologies of [[id], [], [id]]) await server.addWork(ana.token, { title: 'Igual', technologies });
  const file = await download(ana.token);
  const rows = await server.rows();
  expect(await apply(ana.token, file)).toMatchObject({ add: [], change: [], refuse: [] });
  expect(await server.rows()).toEqual(rows);

  const bia = await server.signUp({ contact: 'https://example.com/bia' });
  expect(await apply(bia.token, file)).toMatchObject({ add: { length: 4 }, refuse: [] });
  const { basics, skills, projects } = await download(bia.token);
  expect({ skills, projects }).toEqual({ skills: file.skills, projects: file.projects });
  expect(basics).toMatchObject({ summary: file.basics.summary, url: file.basics.url });
});

test('an import adds technologies to a project, and removes none', async () => {
  const { token } = await someoneWithReact();
  const ids = (await own(token)).techs.map(({ id }) => id);
  await server.addWork(token, { title: 'Loja', technologies: ids.slice(0, 1) });
  const answer = await apply(token, { projects: [{ name: 'LOJA', keywords: ['html'] }] });
  expect(answer).toEqual({ add: [], change: [work('Loja', 'differs', 'technologies')], keep: [], refuse: [] });
  expect((await own(token)).works[0]?.technologies).toEqual(ids);
});

test('an import matches a project of the same URL before another of its title', async () => {
  const { token } = await server.signUp();
  const [first, second] = ['https://a.example/', 'https://b.example/'];
  await server.addWork(token, {
    title: 'Loja',
    description: 'b',
    deploy_url: second,
    repository_url: 'https://c.example/',
  });
  const projects = [
    { name: 'Loja', description: 'a', url: first },
    { name: 'Loja', description: 'b', url: second },
  ];
  expect(await apply(token, { projects })).toMatchObject({ change: [], add: { length: 1 }, keep: { length: 1 } });
  expect((await own(token)).works).toMatchObject([
    { deploy_url: second, repository_url: 'https://c.example/' },
    { deploy_url: first, repository_url: null },
  ]);
});

const urlOf = (project: string) => `https://${project[1]}.example/`;

// Stored projects and those of the file, as descriptions and URLs. All have the same title.
test.for([
  [[], ['-b', '1b']],
  [
    ['2b', '2a'],
    ['-a', '0a'],
  ],
  [
    ['1b', '1a'],
    ['0a', '2a'],
  ],
] as const)('an import of projects changes nothing when repeated: %j (X-396)', async ([stored, file]) => {
  const { token } = await server.signUp();
  const [title, name] = ['Loja', 'Loja'];
  for (const project of stored) {
    await server.addWork(token, { title, description: project[0] ?? '', deploy_url: urlOf(project) });
  }
  const projects = file.map((project) => {
    return { name, url: urlOf(project), ...(project[0] !== '-' && { description: project[0] }) };
  });
  await apply(token, { projects });
  expect(await apply(token, { projects })).toMatchObject({ add: [], change: [] });
});

test('an import parses the URL of each stored project once', async () => {
  const { token } = await server.signUp();
  for (let count = 0; count < 3; count += 1) {
    await server.addWork(token, { title: 'Loja', deploy_url: `https://example.com/é${count}` });
  }
  const projects = Array.from({ length: 20 }, () => ({ name: 'Loja', description: 'x', url: 'https://other.example' }));
  const parse = vi.spyOn(URL, 'parse');
  onTestFinished(() => parse.mockRestore());
  expect((await server.ask('POST', PATH, { token, body: { projects } })).status).toBe(200);
  expect(parse.mock.calls.filter(([text]) => String(text).includes('/é'))).toHaveLength(3);
});

test('an import stops at the limits and reports the refused items', async () => {
  const { token } = await server.signUp();
  const skills = Array.from({ length: 502 }, (_, index) => ({ name: `Técnica ${index}`, level: 'Advanced' }));
  const keywords = skills.slice(0, 25).map(({ name }) => name);
  const projects = Array.from({ length: 51 }, (_, index) => {
    return { name: `Projeto ${index}`, description: 'x', url: 'https://example.com', keywords };
  });
  const { add, refuse } = await apply(token, { skills, projects });
  expect(add).toHaveLength(550);
  const technologies = ['Técnica 500', 'Técnica 501'].map((name) => technology(name, 'limit-reached'));
  expect(refuse).toEqual([...technologies, work('Projeto 50', 'limit-reached')]);
  const user = await own(token);
  expect(user.techs.map(({ title }) => title)).toEqual(skills.slice(0, 500).map(({ name }) => name));
  expect(user.works).toHaveLength(50);
  expect(new Set(user.works.map((one) => one.technologies.length))).toEqual(new Set([20]));
});

test('concurrent imports and additions leave each title once', async () => {
  const { token } = await server.signUp();
  const body = { skills: ['React', 'Vue', 'Go'].map((name) => ({ name })) };
  const imports = [0, 1].map(() => server.ask('POST', PATH, { token, body }));
  const addition = server.ask('POST', '/users/techs', { token, body: { title: 'GO', status: 'Iniciante' } });
  for (const { status } of await Promise.all([...imports, addition])) expect([200, 201, 409]).toContain(status);
  expect((await own(token)).techs.map(({ title }) => title.toLowerCase()).toSorted()).toEqual(['go', 'react', 'vue']);
});

test('a failed import rolls back completely (X-396)', async () => {
  const database = await openTestDatabase();
  const plugged = database.withPlugin({
    transformQuery: ({ node }) => {
      const isLast = node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('work_technologies');
      if (isLast) throw new Error('on purpose');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const failing = await startServer({ database: Object.assign(plugged, { engine: database.engine }) });
  const { token } = await someoneWithReact(failing);
  const before = await failing.rows();
  expect(await failing.ask('POST', PATH, { token, body: FILE })).toMatchObject({ status: 500 });
  expect(await failing.rows()).toEqual(before);
});
