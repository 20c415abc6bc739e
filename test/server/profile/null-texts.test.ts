import { describe, expect, test } from 'vitest';
import { DEFAULT, KENZIEHUB } from '../../../server/compatibility.ts';
import { startServer } from '../../helpers/start-server.ts';

describe('null in PUT /profile', () => {
  test.for(['name', 'bio', 'contact', 'course_module'])('does not change %s with COMPAT=kenziehub', async (field) => {
    const server = await startServer({ compatibility: KENZIEHUB });
    const { token, user } = await server.signUp();
    const other = field === 'bio' ? { name: 'Bia' } : { bio: 'Mudei.' };
    const answer = await server.ask('PUT', '/profile', { token, body: { ...other, [field]: null } });
    const { updated_at: _before, ...unchanged } = user;
    expect(answer).toMatchObject({ status: 200, body: { ...unchanged, ...other } });
  });

  test('is refused for any other field with COMPAT=kenziehub', async () => {
    const server = await startServer({ compatibility: KENZIEHUB });
    const { token } = await server.signUp();
    for (const field of ['email', 'password', 'visibility', 'searchable']) {
      const answer = await server.ask('PUT', '/profile', { token, body: { [field]: null } });
      expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: 'invalid' } } });
    }
  });

  test('is refused by default', async () => {
    const server = await startServer({ compatibility: DEFAULT });
    const { token } = await server.signUp();
    const answer = await server.ask('PUT', '/profile', { token, body: { bio: null } });
    expect(answer).toMatchObject({ status: 400, body: { fields: { bio: 'invalid' } } });
  });
});
