import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Resume, ResumeImport } from '#contract/resume.ts';
import { KENZIEHUB } from '../../../server/compatibility.ts';
import { startServer, workOf } from '../../helpers/start-server.ts';

const server = await startServer();
const lenient = await startServer({ compatibility: KENZIEHUB });
const ajv = new Ajv({ strict: false });
// RFC 3986 has no letter beyond ASCII.
ajv.addFormat('uri', (text: string) => URL.canParse(text) && /^[!-~]+$/.test(text));
ajv.addFormat('email', /^[^@]+@[^@]+$/);
const fitsSchema = ajv.compile(createRequire(import.meta.url)('@jsonresume/schema/schema.json') as object);

async function download(token: string, from = server): Promise<Resume> {
  const { headers, body } = await from.ask<Resume>('GET', '/profile/resume.json', { token });
  expect(headers['content-disposition']).toBe('attachment; filename="trilha-curriculo.json"');
  expect(fitsSchema(body) ? [] : fitsSchema.errors).toEqual([]);
  return body;
}

describe('the resume of a user', () => {
  test('fits the published schema, without e-mail and picture', async () => {
    const { token } = await server.signUp({ contact: 'https://example.com/ana?ç=1' });
    await server.addAvatar(token);
    const { id } = await server.addTechnology(token, { title: 'React', status: 'Intermediario' });
    await server.addTechnology(token, { title: 'C++ <b>', status: 'Avançado' });
    const { id: deleted } = await server.addTechnology(token, { title: 'Gone' });
    await server.addWork(token, { title: 'Loja', description: 'Flores', technologies: [id, deleted] });
    await server.ask('DELETE', `/users/techs/${deleted}`, { token });
    expect(await download(token)).toEqual({
      $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
      basics: { name: 'Ana Souza', summary: 'Aprendo a programar.', url: 'https://example.com/ana?%C3%A7=1' },
      skills: [
        { name: 'React', level: 'Intermediário' },
        { name: 'C++ <b>', level: 'Avançado' },
      ],
      projects: [{ name: 'Loja', description: 'Flores', url: 'https://example.com/trilha', keywords: ['React'] }],
      meta: { version: 'v1.0.0', lastModified: '2026-03-01T12:00:00.000Z' },
    });
  });

  test('fits the schema with values from looser rules', async () => {
    const { token } = await lenient.signUp({ contact: 'fale comigo', course_module: 'M3' });
    await lenient.addTechnology(token, { title: 'React', status: 'Ninja' });
    await lenient.addWork(token, { deploy_url: 'ftp://example.com' });
    const { basics, skills, projects } = await download(token, lenient);
    for (const part of [basics, projects[0]]) expect(part).not.toHaveProperty('url');
    expect(skills).toEqual([{ name: 'React', level: 'Ninja' }]);
  });
});

const PATH = '/profile/resume?apply=true';
const deep = '['.repeat(200_000);
const tooIntricate = {
  message: 'The body may have at most 32 levels of nesting and 25000 values',
  code: 'bad-request',
};
const REFUSED: Array<[string, string, object, number?]> = [
  ['larger than two megabytes', `{"skills":[{"name":"${'x'.repeat(2 ** 21)}"}]}`, { code: 'payload-too-large' }, 413],
  ['nested deeply', `{"skills":${deep}${']'.repeat(200_000)}}`, tooIntricate],
  ['of countless values', `{"skills":[${'{},'.repeat(60_000)}{}]}`, tooIntricate],
  ['of ten thousand skills', `{"skills":[${'{},'.repeat(9_999)}{}]}`, { fields: { skills: 'too-long' } }],
  ['with a prototype', '{"skills":[{"__proto__":{"name":"x"}}]}', { code: 'bad-request' }],
  ['that is empty', '', { fields: { skills: 'required' } }],
];

describe('an import', () => {
  test.for(REFUSED)('refuses a file %s, and changes nothing', async ([, text, problem, status = 400]) => {
    const { token } = await server.signUp();
    const before = await server.rows();
    const headers = { 'content-type': 'application/json' };
    const answer = await server.ask('POST', PATH, { token, body: text === '' ? undefined : text, headers });
    expect(answer).toMatchObject({ status, body: { status: 'error', ...problem } });
    expect(await server.rows()).toEqual(before);
  });

  test('has the nesting limit of every JSON body', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await server.ask('POST', '/sessions', { body: deep.slice(0, 30_000), headers });
    expect(answer).toMatchObject({ status: 400, body: tooIntricate });
  });

  test('refuses another value of "apply"', async () => {
    const { token } = await server.signUp();
    const answer = await server.ask('POST', '/profile/resume?apply=yes', { token, body: { skills: [] } });
    expect(answer).toMatchObject({ status: 400, body: { fields: { apply: 'not-allowed' } } });
  });

  test("validates hostile items one by one, and ignores other users' rows", async () => {
    const [{ token }, other] = [await server.signUp(), await server.signUp()];
    const foreign = await server.addTechnology(other.token);
    const before = await server.rowsOf(other);
    const names = ['<img src=x onerror=alert(1)>', 'a\0b', 'a\ud800b', 'É', 'e\u0301', { toString: 'x' }, ['React']];
    const theirs = { id: foreign.id, user_id: other.user.id };
    const skills = [...names.map((name) => ({ name, level: '<b>' })), { name: foreign.title, ...theirs }];
    const project = { name: 'p', description: 'x', url: 'https://example.com', ...theirs };
    const body = { skills, projects: [{ ...project, keywords: [foreign.id, '__proto__'] }], user_id: other.user.id };
    const { add, refuse } = (await server.ask<ResumeImport>('POST', PATH, { token, body })).body;
    expect(add.map(({ name }) => name)).toEqual(['<img src=x onerror=alert(1)>', 'É', foreign.title, 'p']);
    const refused = ['a b: invalid', 'a\ufffdb: invalid', ': invalid', ': invalid', 'e\u0301: duplicate'];
    expect(refuse.map(({ name, reason }) => `${name}: ${reason}`)).toEqual(refused);
    expect((await server.ask('GET', '/profile', { token })).body).toMatchObject({ works: [{ technologies: [] }] });
    expect(await server.rowsOf(other)).toEqual(before);
  });

  test('does not sort an endless row of accents (X-440)', async () => {
    const { token } = await server.signUp();
    await server.addTechnology(token, { title: 'React' });
    const importing = (letters: string) => async () => {
      const skills = Array.from({ length: 5 }, () => ({ name: 'React', level: letters.repeat(3_000) }));
      const project = { name: 'p', description: 'x', url: 'https://example.com', keywords: [letters.repeat(20_000)] };
      const body = { skills, projects: [project] };
      return (await server.ask('POST', '/profile/resume', { token, body })).body;
    };
    const expected = await importing('abc')();
    const usual = await workOf(importing('abc'));
    // Unicode orders the marks of one letter, in time that grows with their square.
    const accents = importing('\u0300\u0301\u0316');
    expect(await workOf(accents)).toBeLessThan(20 * usual);
    expect(await accents()).toEqual(expected);
  });

  test('does not parse an address with an endless host (X-441)', async () => {
    const [accents, letters] = ['\u0301\u0316'.repeat(1_000), 'a'.repeat(2_000)];
    const project = { name: 'p', description: 'x' };
    const importing = async (start: string, end: string) => {
      const { token } = await lenient.signUp();
      for (let count = 0; count < 50; count += 1) {
        const { id } = await lenient.addWork(token, { title: project.name });
        // As stored by a version that accepted long hosts.
        const stored = { deploy_url: `${start}${count}${end}` };
        await lenient.database.updateTable('works').set(stored).where('id', '=', id).execute();
      }
      const projects = Array.from({ length: 200 }, (_, index) => ({ ...project, url: `https://${index}.example` }));
      return workOf(() => lenient.ask('POST', '/profile/resume', { token, body: { projects } }));
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
});
