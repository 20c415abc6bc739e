import type { Queryable } from '../../../server/database/open.ts';
import { addUser } from '../../../server/database/users/users.ts';
import { aPerson } from '../make.ts';

/** Adds a user without a password. Returns the id. */
export function sign(database: Queryable, email = aPerson().email): Promise<string> {
  const { password: _password, ...user } = aPerson({ email });
  return addUser(database, user, { passwordHash: 'hash', visibility: 'private' }, new Date());
}
