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
    find: 'if (!answer.ok)',
    replace: 'if (![200, 201, 204].includes(answer.status))',
  },
  {
    atoms: ['M-141'],
    fault: 'reading a user carries Authorization',
    file: 'web/api.ts',
    find: "call<User>('GET', `/users/${encodeURIComponent(id)}`)",
    replace: "call<User>('GET', `/users/${encodeURIComponent(id)}`, { token: 'none' })",
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
    find: '    reload();\n    const undoOf',
    replace: '    const undoOf',
  },
];

export const server: Mutant[] = [
  {
    atoms: ['M-081'],
    fault: 'the hash of the password leaks through a schema',
    file: 'contract/user.ts',
    find: 'visibility: z.enum(VISIBILITIES),',
    replace: 'visibility: z.enum(VISIBILITIES), password_hash: z.optional(z.string()),',
    also: [
      {
        file: 'server/database/profiles.ts',
        find: "  'email',\n  'bio',",
        replace: "  'email',\n  'password_hash',\n  'bio',",
      },
    ],
  },
  {
    atoms: ['M-104'],
    fault: 'the server refuses the second level with its accent',
    file: 'contract/choices.ts',
    find: '[...LEVELS, ...Object.values(LABELS)]',
    replace: '[...LEVELS]',
  },
  {
    atoms: ['M-132'],
    fault: 'the server takes any module',
    file: 'contract/user.ts',
    find: 'course_module: SignUpForm.shape.course_module.check(oneOf(COURSE_MODULES)),',
    replace: 'course_module: SignUpForm.shape.course_module,',
  },
  {
    atoms: ['M-132'],
    fault: 'the server takes any status',
    file: 'contract/technology.ts',
    find: '.check(oneOf(ACCEPTED_STATUSES))',
    replace: '',
  },
  {
    atoms: ['A-08'],
    fault: 'blanks around a text are kept',
    file: 'contract/field-rules.ts',
    find: "z.trim(), z.minLength(1, rule('required')), z.refine(isPlain, rule('invalid'))",
    replace: "z.minLength(1, rule('required')), z.refine(isPlain, rule('invalid'))",
  },
  {
    atoms: ['M-133'],
    fault: "anybody changes anybody's technology",
    file: 'server/database/technologies.ts',
    find: 'return updateTechnology(transaction, userId, id)\n      .set({',
    replace:
      "return transaction.updateTable('technologies').where('id', '=', id).where('deleted_at', 'is', null)\n      .set({",
  },
  {
    atoms: ['M-133'],
    fault: "anybody removes anybody's technology",
    file: 'server/database/technologies.ts',
    find: 'updateTechnology(transaction, writer.userId, id)',
    replace: "transaction.updateTable('technologies').where('id', '=', id).where('deleted_at', 'is', null)",
  },
  {
    atoms: ['M-135'],
    fault: 'the door lets everybody in',
    file: 'server/accounts/authentication.ts',
    find: 'if (!(await recognise(services, request))) throw unauthenticated();',
    replace: 'await recognise(services, request);',
  },
  {
    atoms: ['M-145'],
    fault: 'a change ignores the title, as the original API does',
    file: 'server/database/technologies.ts',
    find: '...change, ...(change.title !== undefined && titleKeys(change.title))',
    replace: '...change, title: undefined',
  },
  {
    atoms: ['M-149'],
    fault: 'the list comes in the order of its titles',
    file: 'server/database/technologies.ts',
    find: ".orderBy('sequence')",
    replace: ".orderBy('title')",
  },
  {
    atoms: ['X-390'],
    fault: "a work shows another's technology",
    file: 'server/database/works.ts',
    find: ".where('user_id', '=', userId)\n    .where('deleted_at', 'is', null)",
    replace: ".where('deleted_at', 'is', null)",
  },
];
