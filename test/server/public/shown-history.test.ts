import { expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { draw, drawMissing, drawPeople } from '../../../web/public-page/draw.tsx';
import { afterStatement } from '../../helpers/database/after-statement.ts';
import { startServer } from '../../helpers/start-server.ts';

const DAY = 24 * 60 * 60_000;
const SENTENCE = /Em quatro dias, de 2 para 3 tecnologias; 1 chegou a Avançado\./;
const drawn: number[] = [];
const server = await startServer({
  drawing: async () => ({
    draw: (page, styles) => {
      drawn.push(page.history.length);
      return draw(page, styles);
    },
    drawMissing,
    drawPeople,
    styles: 'p{color:red}',
  }),
});

/** A user with a public page, and four days in which technologies were added, raised and removed. */
async function publish() {
  const someone = await server.signUp();
  const { token } = someone;
  const handle = await server.chooseHandle(token);
  const change = (body: object) => server.ask<OwnUser>('PUT', '/profile', { token, body });
  await change({ visibility: 'public' });
  const react = await server.addTechnology(token, { title: 'React' });
  const secret = await server.addTechnology(token, { title: 'Segredo' });
  server.turnClock(DAY);
  await server.addTechnology(token, { title: 'Rust' });
  server.turnClock(DAY);
  await server.ask('PUT', `/users/techs/${react.id}`, { token, body: { status: 'Avançado' } });
  await server.ask('DELETE', `/users/techs/${secret.id}`, { token });
  server.turnClock(DAY);
  await server.addTechnology(token, { title: 'SQL' });
  return { ...someone, handle, change, read: () => server.ask('GET', `/u/${handle}`) };
}

test('a page shows the history only while its user allows it (X-455)', async () => {
  const someone = await publish();
  expect((await someone.read()).text).not.toMatch(/Evolução|role="img"|tecnologias;/);
  expect((await someone.change({ shows_history: true })).body.shows_history).toBe(true);
  const { text } = await someone.read();
  expect(text).toMatch(SENTENCE);
  expect(text.match(/<svg[^>]* role="img" aria-label="Tecnologias em cada nível\. Em quatro dias/g)).toHaveLength(2);
  expect(text).not.toMatch(/<script(?! type="application\/ld\+json")|style="|\son\w+=/);
  await someone.change({ shows_history: false });
  expect((await someone.read()).text).not.toMatch(/Evolução|role="img"/);
  await someone.change({ shows_history: true, visibility: 'private' });
  expect(await someone.read()).toMatchObject({ status: 404, text: expect.not.stringMatching(/Evolução|<svg/) });
});

test('the public history counts a deleted technology without its name', async () => {
  const someone = await publish();
  await someone.change({ shows_history: true });
  const { token } = await server.signUp();
  const { text } = await someone.read();
  expect(text).toMatch(SENTENCE);
  expect(text).not.toContain('Segredo');
  for (const path of [`/users/${someone.user.id}`, '/users?perPage=100', `/u/${someone.handle}/card.svg`]) {
    expect((await server.ask('GET', path, { token })).text).not.toMatch(/shows_history|Segredo|"history"/);
  }
  expect((await server.ask('GET', '/profile/history', { token })).body).toEqual([]);
});

test('a history becomes a chart on its second day, without another change (X-455)', async () => {
  const { token } = await server.signUp();
  const handle = await server.chooseHandle(token);
  const { created_at } = await server.addTechnology(token);
  await server.ask('PUT', '/profile', { token, body: { visibility: 'public', shows_history: true } });
  const read = async () => (await server.ask('GET', `/u/${handle}`)).text;
  expect(await read()).not.toContain('Evolução');
  // Less than a day later, so that everything else on the page is the same.
  server.turnClock(new Date(created_at).setHours(24, 0, 0, 0) - Date.parse(created_at));
  expect(await read()).toContain('Em dois dias, 1 tecnologia no começo e hoje.');
});

test('a history is read once per version, never of a user who hides it (X-455)', async () => {
  const someone = await publish();
  const drawnBy = async (times: number) => {
    const before = drawn.length;
    await Promise.all(Array.from({ length: times }, () => someone.read()));
    return drawn.slice(before);
  };
  expect(await drawnBy(3)).toEqual([0]);
  await someone.change({ shows_history: true });
  expect(await drawnBy(3)).toEqual([6]);
  expect(await drawnBy(3)).toEqual([]);
});

test.for([{ visibility: 'private' }, { shows_history: false }])(
  'a page that is read during %o shows no history (X-455)',
  async (change) => {
    const someone = await publish();
    await someone.change({ shows_history: true });
    afterStatement(server.database, 'read-public-profile', () => someone.change(change));
    expect((await someone.read()).status).toBe(200);
    expect(drawn.at(-1)).toBe(0);
  },
);

test('a history with a later change is not shown once the change is undone (X-455)', async () => {
  const someone = await publish();
  await someone.change({ shows_history: true });
  const { token } = someone;
  let added = '';
  afterStatement(server.database, 'read-public-profile', async () => {
    ({ id: added } = await server.addTechnology(token, { title: 'Go' }));
  });
  await someone.read();
  await server.ask('DELETE', `/users/techs/${added}`, { token });
  expect((await someone.read()).text).toMatch(SENTENCE);
});

test('a history that a short lock has hidden is shown after it (X-455)', async () => {
  const someone = await publish();
  await someone.change({ shows_history: true });
  const lock = (locked_at: string | null) =>
    server.database.updateTable('users').set({ locked_at }).where('id', '=', someone.user.id).execute();
  afterStatement(server.database, 'read-public-profile', () => lock(new Date().toISOString()));
  await someone.read();
  await lock(null);
  await someone.read();
  expect(drawn.slice(-2)).toEqual([0, 6]);
});
