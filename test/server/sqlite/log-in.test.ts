import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { startServer } from '../../helpers/start-server.ts';

test('a login reads the profile after its last wait for a write (X-654)', async () => {
  const server = await startServer();
  const { person } = await server.signUp();
  await sql`create trigger later after insert on attempts begin update users set bio = 'Depois'; end`.execute(
    server.database,
  );
  const { body } = await server.ask<{ user: OwnUser }>('POST', '/sessions', {
    body: { email: person.email, password: person.password },
    from: '198.51.100.7',
  });
  expect(body.user.bio).toBe('Depois');
});
