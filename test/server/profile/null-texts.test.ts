import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
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
    const server = await startServer();
    const { token } = await server.signUp();
    const answer = await server.ask('PUT', '/profile', { token, body: { bio: null } });
    expect(answer).toMatchObject({ status: 400, body: { fields: { bio: 'invalid' } } });
  });
});

test('an empty text in PUT /profile is stored if the contract accepts it', async () => {
  const ProfileChange = z.extend(DEFAULT.inputs.ProfileChange, { bio: z.optional(z.string().check(z.trim())) });
  const server = await startServer({ compatibility: { ...DEFAULT, inputs: { ...DEFAULT.inputs, ProfileChange } } });
  const { token, user } = await server.signUp();
  const { body } = await server.ask('PUT', '/profile', { token, body: { name: '', bio: ' ' } });
  expect(body).toMatchObject({ name: user.name, bio: '' });
});
