import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ProfileExport } from '#contract/user.ts';
import { TABLES } from '../../../server/database/tables.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const download = (token: string) => server.ask<ProfileExport>('GET', '/profile/export', { token });

test('an export holds everything about the user, as a file', async () => {
  const someone = await server.signUp({ name: 'Ana Export' });
  const { token } = someone;
  const technology = await server.addTechnology(token);
  const work = await server.addWork(token);
  await server.addAvatar(token);
  const answer = await download(token);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="trilha-meus-dados.json"');
  const { user, avatar } = answer.body;
  expect(user).toEqual((await server.ask('GET', '/profile', { token })).body);
  expect(user).toMatchObject({ email: someone.person.email, techs: [technology], works: [work] });
  const [start, picture = ''] = (avatar ?? '').split(',');
  expect(start).toBe('data:image/webp;base64');
  expect(await sharp(Buffer.from(picture, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 256 });
  expect(answer.body.sessions).toMatchObject([{ network: '127.0.0.0/24', user_agent: 'lightMyRequest' }]);
});

test('an export has every table that TABLES exports, and every column except secret ones', async () => {
  const someone = await server.signUpWithEverything();
  await server.chooseHandle(someone.token);
  await server.ask('POST', '/sessions', { body: { email: someone.person.email, password: 'outra123' } });
  const { body } = await download(someone.token);
  for (const { exportedAs } of Object.values(TABLES)) {
    if (exportedAs !== null) expect(JSON.stringify(body[exportedAs]), exportedAs).not.toMatch(/^(null|\[\])$/);
  }
  const { user, sessions, events, history } = body;
  const rows = await server.rowsOf(someone);
  const secret = [
    'sequence',
    'email_key',
    'password_hash',
    'user_id',
    'token_hash',
    'title_key',
    'search_key',
    'spelling',
  ];
  const unnamed = (exported: object | undefined, row: object | undefined, ...hidden: string[]) =>
    Object.keys(row ?? {}).filter((column) => ![...secret, ...hidden, ...Object.keys(exported ?? {})].includes(column));
  expect(unnamed(user, rows.users[0], 'locked_at')).toEqual([]);
  expect(unnamed(user.techs[0], rows.technologies[0], 'deleted_at', 'listed', 'rank')).toEqual([]);
  expect(unnamed(user.works[0], rows.works[0])).toEqual([]);
  // The export calls `ip_prefix` the network.
  expect(unnamed(sessions[0], rows.sessions[0], 'ip_prefix')).toEqual([]);
  expect(unnamed(events[0], rows.events[0])).toEqual([]);
  const change = { ...history[0], ...history[0]?.technology };
  expect(unnamed(change, rows.level_changes[0], 'number', 'technology_id')).toEqual([]);
});

test('an export has only the user’s data; deleted technologies appear in the history', async () => {
  const [{ token }, other] = [await server.signUp(), await server.signUpWithEverything({ name: 'Outra Pessoa' })];
  const { id } = await server.addTechnology(token, { title: 'Apagada' });
  await server.ask('DELETE', `/users/techs/${id}`, { token });
  const { history, ...rest } = (await download(token)).body;
  expect(rest).toMatchObject({ user: { techs: [], works: [] }, avatar: null, sessions: { length: 1 } });
  expect(history.map(({ technology }) => technology.id)).toEqual([id, id]);
  for (const strange of ['Apagada', 'Outra Pessoa', other.user.id]) expect(JSON.stringify(rest)).not.toContain(strange);
});
