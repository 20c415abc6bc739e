import type { Mutant } from './mutant.ts';

export const calls: Mutant[] = [
  {
    atoms: ['M-134'],
    fault: 'the token is sent without its scheme',
    file: 'web/api.ts',
    find: '`Bearer ${token}`',
    replace: 'token',
  },
  {
    atoms: ['M-137'],
    fault: 'a call ends after five seconds',
    file: 'web/api.ts',
    find: '    method,\n    headers,',
    replace: '    method,\n    headers,\n    signal: AbortSignal.timeout(5000),',
  },
  {
    atoms: ['M-138'],
    fault: 'only 200, 201 and 204 are success',
    file: 'web/api.ts',
    find: 'if (!response.ok)',
    replace: 'if (![200, 201, 204].includes(response.status))',
  },
  {
    atoms: ['M-141'],
    fault: 'reading a user carries Authorization',
    file: 'web/api.ts',
    find: "callChecked<User>(isUser, 'GET', `/users/${encodeURIComponent(id)}`)",
    replace: "callChecked<User>(isUser, 'GET', `/users/${encodeURIComponent(id)}`, { token: 'none' })",
  },
  {
    atoms: ['M-144'],
    fault: 'adding reads the list again',
    file: 'web/screens/dashboard/own-user.ts',
    find: 'if (isLoading()) reload();',
    replace: 'reload();',
  },
  {
    atoms: ['M-148'],
    fault: 'a removal does not read the list again',
    file: 'web/screens/dashboard/delete-technology.tsx',
    find: '    reload();\n    const undoAction',
    replace: '    const undoAction',
  },
  {
    atoms: ['X-163'],
    fault: 'strangers in a network delay a user who has logged in from there',
    file: 'server/accounts/throttle.ts',
    find: 'isKnown ? undefined : counts.get(network.key);',
    replace: 'counts.get(network.key);',
  },
  {
    atoms: ['X-165'],
    fault: 'one network takes every slot of the hash queue',
    file: 'server/accounts/passwords.ts',
    find: 'enqueue(() => tagOf(password, expected, secret), network, isFirst)',
    replace: "enqueue(() => tagOf(password, expected, secret), '', isFirst)",
  },
  {
    atoms: ['X-141'],
    fault: 'a client that reads too slowly keeps its socket',
    file: 'server/http/sockets.ts',
    find: 'pipeline.timer = pipeline.busy > 0 ? setTimeout(() => socket.destroy(), answer) : undefined;',
    replace: 'pipeline.timer = undefined;',
  },
  {
    atoms: ['M-133'],
    fault: 'any user deletes any work',
    file: 'server/database/works/works.ts',
    find: "transaction.deleteFrom('works').where('id', '=', id).where('user_id', '=', writer.userId).executeTakeFirst(),",
    replace: "transaction.deleteFrom('works').where('id', '=', id).executeTakeFirst(),",
  },
];
