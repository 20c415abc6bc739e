import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Resume, ResumeImport } from '#contract/resume.ts';
import type { OwnUser } from '#contract/user.ts';
import { KENZIEHUB } from '../../../server/compatibility.ts';
import { openTestDatabase } from '../../helpers/database/test-database.ts';
import { type SignedIn, startServer, statusesOf, type TestServer, workOf } from '../../helpers/start-server.ts';

const server = await startServer();
const lenient = await startServer({ compatibility: KENZIEHUB });
const ajv = new Ajv({ strict: false });
// RFC 3986 has no letter beyond ASCII.
ajv.addFormat('uri', (text: string) => URL.canParse(text) && /^[!-~]+$/.test(text));
ajv.addFormat('email', /^[^@]+@[^@]+$/);
const require = createRequire(import.meta.url);
const fitsSchema = ajv.compile(require('@jsonresume/schema/schema.json') as object);

const ROOT_OF_1_0 = ['$schema', 'basics', 'meta', 'projects', 'skills'];

async function download(token: string, from: TestServer = server): Promise<Resume> {
  const { status, headers, body } = await from.ask<Resume>('GET', '/profile/resume.json', { token });
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="trilha-curriculo.json"');
  expect(fitsSchema(body) ? [] : fitsSchema.errors).toEqual([]);
  expect(Object.keys(body).toSorted()).toEqual(ROOT_OF_1_0);
  return body;
}

const preview = ({ token }: { token: string }, body: unknown) =>
  server.ask<ResumeImport>('POST', '/profile/resume', { token, body });
const apply = ({ token }: { token: string }, body: unknown) =>
  server.ask<ResumeImport>('POST', '/profile/resume?apply=true', { token, body });

async function own({ token }: SignedIn): Promise<OwnUser> {
  return (await server.ask<OwnUser>('GET', '/profile', { token })).body;
}

const item = (kind: string, name: string, reason: string, more: object = {}) => ({
  kind,
  name,
  reason,
  fields: [],
  from: null,
  to: null,
  ...more,
});
const NOTHING = { add: [], change: [], keep: [], refuse: [] };

describe('the resume that is given out', () => {
  test('fits the published schema, with technologies, levels and works (X-394)', async () => {
    const { token } = await server.signUp({ contact: 'https://example.com/ana?ç=1' });
    const { id } = await server.addTechnology(token, { title: 'React', status: 'Intermediario' });
    await server.addTechnology(token, { title: 'C++ <b>', status: 'Avançado' });
    const { id: deleted } = await server.addTechnology(token, { title: 'Gone' });
    await server.addWork(token, { technologies: [id, deleted] });
    await server.ask('DELETE', `/users/techs/${deleted}`, { token });
    expect(await download(token)).toEqual({
      $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
      basics: { name: 'Ana Souza', summary: 'Aprendo a programar.', url: 'https://example.com/ana?%C3%A7=1' },
      skills: [
        { name: 'React', level: 'Intermediário' },
        { name: 'C++ <b>', level: 'Avançado' },
      ],
      projects: [
        {
          name: 'Trilha',
          description: 'A lista das tecnologias que eu conheço.',
          url: 'https://example.com/trilha',
          keywords: ['React'],
        },
      ],
      meta: { version: 'v1.0.0', lastModified: '2026-03-01T12:00:00.000Z' },
    });
  });

  test('has neither e-mail nor avatar, and fits whatever looser rules have let in (X-394)', async () => {
    const someone = await server.signUpWithEverything();
    const text = JSON.stringify(await download(someone.token));
    expect(text).not.toContain(someone.person.email);
    expect(text).not.toContain('avatars');
    const loose = await lenient.signUp({ contact: 'fale comigo', course_module: 'M3' });
    await lenient.addTechnology(loose.token, { title: 'React', status: 'Ninja' });
    await lenient.addWork(loose.token, { deploy_url: 'ftp://example.com' });
    const { basics, skills, projects } = await download(loose.token, lenient);
    expect(basics).not.toHaveProperty('url');
    expect(projects[0]).not.toHaveProperty('url');
    expect(skills).toEqual([{ name: 'React', level: 'Ninja' }]);
  });
});

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

async function someoneWithReact(on: TestServer = server): Promise<SignedIn> {
  const someone = await on.signUp();
  await on.addTechnology(someone.token, { title: 'React', status: 'Iniciante' });
  await on.addTechnology(someone.token, { title: 'Html', status: 'Iniciante' });
  return someone;
}

const EXPECTED = {
  add: [
    item('technology', 'Vue', 'new', { to: 'Intermediario' }),
    item('technology', 'Rust', 'level-assumed', { fields: ['status'], to: 'Iniciante' }),
    item('technology', 'Go', 'level-assumed', { fields: ['status'], to: 'Iniciante' }),
    item('work', 'Loja', 'new'),
    item('work', 'Pontos', 'new'),
  ],
  change: [
    item('technology', 'React', 'differs', { fields: ['status'], from: 'Iniciante', to: 'Avançado' }),
    item('profile', '', 'differs', { fields: ['bio'] }),
    item('profile', '', 'differs', { fields: ['contact'] }),
  ],
  keep: [
    item('technology', 'Html', 'same', { from: 'Iniciante' }),
    item('profile', '', 'not-taken', { fields: ['name'] }),
  ],
  refuse: [
    item('technology', 'x'.repeat(100), 'too-long', { fields: ['title'] }),
    item('technology', '', 'required', { fields: ['title'] }),
    item('technology', '', 'invalid', { fields: ['title'] }),
    item('work', 'Torto', 'invalid', { fields: ['deploy_url'] }),
    item('work', '', 'invalid', { fields: ['title'] }),
    item('technology', 'vue', 'duplicate', { fields: ['title'] }),
    item('work', 'Sem link', 'required', { fields: ['deploy_url'] }),
  ],
};

describe('an import', () => {
  test('says item by item what it would do, and writes nothing (X-395)', async () => {
    const someone = await someoneWithReact();
    const before = await server.rows();
    expect(await preview(someone, FILE)).toMatchObject({ status: 200, body: EXPECTED });
    expect(
      (await server.ask('POST', '/profile/resume?apply=false', { token: someone.token, body: FILE })).body,
    ).toEqual(EXPECTED);
    expect(await server.rows()).toEqual(before);
  });

  test('does what it has said when asked to, and nothing the second time (X-396)', async () => {
    const someone = await someoneWithReact();
    const before = await own(someone);
    server.turnClock(1_000);
    expect((await apply(someone, FILE)).body).toEqual(EXPECTED);
    const user = await own(someone);
    expect(user).toMatchObject({ name: before.name, email: before.email, bio: 'Já sei.' });
    expect(user.contact).toBe('https://example.com/nova');
    expect(user.techs.map(({ title, status }) => [title, status])).toEqual([
      ['React', 'Avançado'],
      ['Html', 'Iniciante'],
      ['Vue', 'Intermediario'],
      ['Rust', 'Iniciante'],
      ['Go', 'Iniciante'],
    ]);
    const titles = new Map(user.techs.map(({ id, title }) => [id, title]));
    expect(user.works.map(({ title, technologies }) => [title, technologies.map((id) => titles.get(id))])).toEqual([
      ['Loja', ['React', 'Rust']],
      ['Pontos', []],
    ]);
    expect(user.works[1]?.description).toBe('um\ndois');

    const rows = await server.rows();
    const again = await apply(someone, FILE);
    expect(again.body).toMatchObject({ add: [], change: [] });
    // An unknown word lowers no level.
    expect(again.body.keep).toContainEqual(
      item('technology', 'Rust', 'level-unknown', { fields: ['status'], from: 'Iniciante' }),
    );
    expect(await server.rows()).toEqual(rows);
  });

  test('takes back what was given out: all of it elsewhere, nothing of it at home (X-396)', async () => {
    const ana = await server.signUp({ bio: 'Segunda-feira.\n\tTerça.', contact: 'https://Ana.example/Ç' });
    const { id } = await server.addTechnology(ana.token, { title: 'Programação', status: 'Intermediário' });
    for (const technologies of [[id], [], [id]]) await server.addWork(ana.token, { title: 'Igual', technologies });
    const file = await download(ana.token);
    const rows = await server.rows();
    expect((await apply(ana, file)).body).toMatchObject({ add: [], change: [], refuse: [] });
    expect(await server.rows()).toEqual(rows);

    const bia = await server.signUp({ contact: 'https://example.com/bia' });
    expect((await apply(bia, file)).body).toMatchObject({ add: { length: 4 }, refuse: [] });
    const { basics, ...rest } = await download(bia.token);
    expect(rest).toEqual({ ...file, basics: undefined, meta: rest.meta });
    expect(basics).toMatchObject({ summary: file.basics.summary, url: file.basics.url });
  });

  test('adds proofs to a work, and removes none (X-396)', async () => {
    const someone = await someoneWithReact();
    const [react] = (await own(someone)).techs;
    await server.addWork(someone.token, { title: 'Loja', technologies: [react?.id ?? ''] });
    const projects = [{ name: 'LOJA', keywords: ['html'] }];
    expect((await apply(someone, { projects })).body).toEqual({
      ...NOTHING,
      change: [item('work', 'Loja', 'differs', { fields: ['technologies'] })],
    });
    const user = await own(someone);
    expect(user.works[0]?.technologies).toEqual(user.techs.map(({ id }) => id));
  });

  test('stops at the limits, and says where (X-395)', async () => {
    const someone = await server.signUp();
    const skills = Array.from({ length: 502 }, (_, index) => ({ name: `Técnica ${index}`, level: 'Advanced' }));
    const projects = Array.from({ length: 51 }, (_, index) => {
      const keywords = skills.slice(0, 25).map(({ name }) => name);
      return { name: `Projeto ${index}`, description: 'x', url: 'https://example.com', keywords };
    });
    const { body } = await apply(someone, { skills, projects });
    expect(body.add).toHaveLength(550);
    expect(body.refuse).toEqual([
      item('technology', 'Técnica 500', 'limit-reached'),
      item('technology', 'Técnica 501', 'limit-reached'),
      item('work', 'Projeto 50', 'limit-reached'),
    ]);
    const user = await own(someone);
    expect(user.techs.map(({ title }) => title)).toEqual(skills.slice(0, 500).map(({ name }) => name));
    expect(user.works).toHaveLength(50);
    for (const { technologies } of user.works) expect(technologies).toHaveLength(20);
    expect(statusesOf([await apply(someone, { skills, projects })])).toEqual([200]);
  });

  test('at once with another and with additions leaves each name once, within the limits (X-396)', async () => {
    const someone = await server.signUp();
    const skills = ['React', 'Vue', 'Go'].map((name) => ({ name }));
    const add = () =>
      server.ask('POST', '/users/techs', { token: someone.token, body: { title: 'GO', status: 'Iniciante' } });
    const answers = await Promise.all([apply(someone, { skills }), add(), apply(someone, { skills })]);
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
    expect((await own(someone)).techs.map(({ title }) => title.toLowerCase()).toSorted()).toEqual([
      'go',
      'react',
      'vue',
    ]);
  });

  test('that fails at its end leaves nothing of its beginning (X-396)', async () => {
    const failing = await startServer({
      database: (await openTestDatabase()).withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('work_technologies')) {
            throw new Error('on purpose');
          }
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    });
    const someone = await someoneWithReact(failing);
    const before = await failing.rows();
    const request = { token: someone.token, body: FILE };
    expect(await failing.ask('POST', '/profile/resume?apply=true', request)).toMatchObject({ status: 500 });
    expect(await failing.rows()).toEqual(before);
  });
});

describe('a hostile file', () => {
  const TOO_INTRICATE = { message: 'The body may be 32 deep, and hold 25000 values', code: 'bad-request' };
  const deep = '['.repeat(200_000);
  const refused: Array<[string, string, number, object]> = [
    [
      'is larger than half a megabyte',
      `{"skills":[{"name":"${'x'.repeat(2 ** 21)}"}]}`,
      413,
      { code: 'payload-too-large' },
    ],
    ['is nested deeply', `{"skills":${deep}${']'.repeat(200_000)}}`, 400, TOO_INTRICATE],
    ['is nested deeply and breaks off', `{"skills":${deep}`, 400, TOO_INTRICATE],
    ['holds countless values', `{"skills":[${'{},'.repeat(60_000)}{}]}`, 400, TOO_INTRICATE],
    [
      'has ten thousand skills',
      JSON.stringify({ skills: Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}` })) }),
      400,
      { message: ['skills: maximum is 1000 items'], fields: { skills: 'too-long' } },
    ],
    ['has a key of every object', '{"skills":[{"__proto__":{"name":"x"}}]}', 400, { code: 'bad-request' }],
    ['has another one', '{"skills":[{"constructor":{"prototype":{"name":"x"}}}]}', 400, { code: 'bad-request' }],
    ['is a list', '[{"name":"React"}]', 400, { code: 'bad-request' }],
    ['is no JSON', '{"skills":', 400, { code: 'bad-request' }],
    ['is empty', '', 400, { fields: { skills: 'required' } }],
    ['is about something else', '{"name":"trilha","version":"1"}', 400, { fields: { skills: 'required' } }],
  ];

  test.for(refused)(
    'that %s is refused in the one shape, and changes nothing (X-397)',
    async ([, text, status, problem]) => {
      const someone = await server.signUp();
      const before = await server.rows();
      const headers = { 'content-type': 'application/json' };
      const body = text === '' ? undefined : text;
      const answer = await server.ask('POST', '/profile/resume?apply=true', { token: someone.token, body, headers });
      expect(answer).toMatchObject({ status, body: { status: 'error', ...problem } });
      expect(await server.rows()).toEqual(before);
    },
  );

  test('has its items judged one by one: what is text is stored as it is, the rest is refused (X-397)', async () => {
    const someone = await server.signUp();
    const other = await server.signUp();
    const foreign = await server.addTechnology(other.token);
    const before = await server.rowsOf(other);
    const skills = [
      { name: '<img src=x onerror=alert(1)>', level: '<b>' },
      { name: 'a\0b' },
      { name: 'a\ud800b' },
      { name: 'É' },
      { name: 'e\u0301' },
      { name: { toString: 'x' } },
      { name: ['React'] },
      { name: foreign.title, id: foreign.id, user_id: other.user.id, level: 'Advanced' },
    ];
    const projects = [
      { name: 'p', description: 'x', url: 'https://example.com', id: foreign.id, keywords: [foreign.id, '__proto__'] },
    ];
    const { status, body } = await apply(someone, { skills, projects, user_id: other.user.id });
    expect(status).toBe(200);
    expect(body.add.map(({ name }) => name)).toEqual(['<img src=x onerror=alert(1)>', 'É', foreign.title, 'p']);
    expect(body.refuse.map(({ name, reason }) => [name, reason])).toEqual([
      ['a b', 'invalid'],
      ['a\ufffdb', 'invalid'],
      ['', 'invalid'],
      ['', 'invalid'],
      ['e\u0301', 'duplicate'],
    ]);
    expect((await own(someone)).works[0]?.technologies).toEqual([]);
    expect(await server.rowsOf(other)).toEqual(before);
  });

  test('of accents that have to be sorted takes no more work than one of letters (X-440)', async () => {
    const someone = await server.signUp();
    await server.addTechnology(someone.token, { title: 'React' });
    const answers: unknown[] = [];
    const importing = (letters: string) => async () => {
      const skills = Array.from({ length: 5 }, () => ({ name: 'React', level: letters.repeat(3_000) }));
      const project = { name: 'p', description: 'x', url: 'https://example.com', keywords: [letters.repeat(20_000)] };
      answers.push((await preview(someone, { skills, projects: [project] })).body);
    };
    await importing('abc')();
    const usual = await workOf(importing('abc'));
    // Unicode orders the marks of one letter, in time that grows with their square.
    expect(await workOf(importing('\u0300\u0301\u0316'))).toBeLessThan(20 * usual);
    expect(answers.at(-1)).toEqual(answers[0]);
  });

  test('of addresses whose hosts do not end takes no more work than one of addresses (X-441)', async () => {
    const [accents, letters] = ['\u0301\u0316'.repeat(1_000), 'a'.repeat(2_000)];
    const work = { name: 'p', description: 'x' };
    const importing = async (start: string, end: string) => {
      const someone = await lenient.signUp();
      for (let count = 0; count < 50; count += 1) {
        const { id } = await lenient.addWork(someone.token, { title: work.name });
        // As it was let in before.
        const held = { deploy_url: `${start}${count}${end}` };
        await lenient.database.updateTable('works').set(held).where('id', '=', id).execute();
      }
      const projects = Array.from({ length: 200 }, (_, index) => ({ ...work, url: `https://${index}.example` }));
      const ask = { token: someone.token, body: { projects } };
      return workOf(async () => expect((await lenient.ask('POST', '/profile/resume', ask)).status).toBe(200));
    };
    await importing('http://a', `.example/${letters}`);
    const usual = await importing('http://a', `.example/${letters}`);
    expect(await importing(`http://a${accents}`, '.example/')).toBeLessThan(5 * usual);
    const { token } = await server.signUp();
    for (const contact of [`http://a${accents}/`, `h\tttp:\\\n/a${accents}/`, `https:a${accents}`]) {
      const answer = await server.ask('PUT', '/profile', { token, body: { contact } });
      expect(answer).toMatchObject({ status: 400, body: { fields: { contact: 'invalid' } } });
    }
  });

  test('that asks for what is no answer is told so (X-397)', async () => {
    const someone = await server.signUp();
    const answer = await server.ask('POST', '/profile/resume?apply=yes', { token: someone.token, body: FILE });
    expect(answer).toMatchObject({ status: 400, body: { fields: { apply: 'not-allowed' } } });
  });
});
