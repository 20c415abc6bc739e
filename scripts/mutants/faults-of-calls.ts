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
    replace: 'if (![200, 201, 204].includes(answer.status))',
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
    find: 'if (client.isFetching({ queryKey }) > 0) reload();',
    replace: 'reload();',
  },
  {
    atoms: ['M-148'],
    fault: 'a removal does not read the list again',
    file: 'web/screens/dashboard/delete-technology.tsx',
    find: '    reload();\n    const undoAction',
    replace: '    const undoAction',
  },
];
