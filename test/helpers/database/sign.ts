import type { Queryable } from '../../../server/database/open.ts';
import { addUser } from '../../../server/database/users/users.ts';
import { aPerson } from '../make.ts';

/** A user without a password. Answers the id. */
export function sign(database: Queryable, email = aPerson().email): Promise<string> {
  const { password: _password, ...user } = aPerson({ email });
  return addUser(database, user, { passwordHash: 'hash', visibility: 'private' }, new Date());
}
