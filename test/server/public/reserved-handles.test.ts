import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const { token, user } = await server.signUp();

function choose(handle: string) {
  return server.ask<OwnUser>('PUT', '/profile', { token, body: { handle } });
}

describe('a handle', () => {
  test.for([
    'trilha-oficial',
    'support-team',
    'suporte1',
    'suporte-1',
    'ana-admin',
    'admin-',
    'ana-suporte2',
    'user2026',
    'trilhaoficial',
    'suportetrilha',
    'ana-1trilha2oficial3',
    'adm',
    'xn--admin',
    'xn--dmin-moa0i',
  ])('cannot be %s, which looks official', async (handle) => {
    const code = handle.endsWith('-') ? 'invalid' : 'not-allowed';
    expect(await choose(handle)).toMatchObject({ status: 400, body: { fields: { handle: code } } });
  });

  test.for(['ana-dev', 'ana2026', 'administracao', 'joao-user', 'trilhas'])('can be %s', async (handle) => {
    expect(await choose(handle)).toMatchObject({ status: 200, body: { handle } });
  });

  test('keeps working when it was chosen before it was reserved', async () => {
    await server.chooseHandle(token, 'ana-antes');
    await server.database
      .updateTable('handles')
      .set({ handle: 'ana-suporte' })
      .where('handle', '=', 'ana-antes')
      .execute();
    const body = { visibility: 'public', bio: 'Mudei.' };
    expect(await server.ask('PUT', '/profile', { token, body })).toMatchObject({ status: 200, body: { id: user.id } });
    expect((await server.ask('GET', '/u/ana-suporte')).status).toBe(200);
  });
});
