/** One edit of one file: `find` stands there exactly once. */
export type Change = { file: string; find: string; replace: string };

/** A fault to plant: what goes wrong, and the atoms whose tests must notice. */
export type Mutant = Change & {
  atoms: readonly [string, ...string[]];
  fault: string;
  /** More edits, for a fault that two nets would otherwise catch before it could be seen. */
  also?: readonly Change[];
};

/** All edits that a fault takes. */
export function changesOf({ file, find, replace, also = [] }: Mutant): Change[] {
  return [{ file, find, replace }, ...also];
}

const look: Mutant[] = [
  {
    atoms: ['M-019'],
    fault: 'toasts stand at the top left',
    file: 'web/components/toaster.tsx',
    find: 'position="top-right"',
    replace: 'position="top-left"',
  },
  {
    atoms: ['M-020'],
    fault: 'a toast leaves after 4000 ms',
    file: 'web/components/toaster.tsx',
    find: 'const AUTO_CLOSE_MS = 5000;',
    replace: 'const AUTO_CLOSE_MS = 4000;',
  },
  {
    atoms: ['M-021'],
    fault: 'the clock of a toast runs on under the pointer',
    file: 'web/components/toaster.tsx',
    find: 'pauseOnHover',
    replace: 'pauseOnHover={false}',
  },
  {
    atoms: ['M-022'],
    fault: 'a toast can be thrown away by finger only',
    file: 'web/components/toaster.tsx',
    find: '      draggable\n',
    replace: '      draggable="touch"\n',
  },
];

const access: Mutant[] = [
  {
    atoms: ['M-026'],
    fault: 'the server has no page at /dashboard',
    file: 'server/pages.ts',
    find: "  '/dashboard': 'dashboard.html',\n",
    replace: '',
  },
  {
    atoms: ['M-027'],
    fault: 'a visitor sees the dashboard',
    file: 'web/guards.tsx',
    find: 'session === null ? <Navigate to="/login" replace /> : <Outlet context={session} />',
    replace: "<Outlet context={session ?? { token: '', userId: '' }} />",
    also: [
      {
        file: 'web/boot.ts',
        find: "if (!session && signedInPage) moveTo('/login');",
        replace: '',
      },
    ],
  },
  {
    atoms: ['M-028', 'M-029'],
    fault: 'whoever is logged in sees the sign-up and login screens',
    file: 'web/guards.tsx',
    find: 'useSession() === null ? <Outlet /> : <Navigate to="/dashboard" replace />',
    replace: '<Outlet />',
    also: [{ file: 'web/boot.ts', find: "if (session && visitorsPage) moveTo('/dashboard');", replace: '' }],
  },
  {
    atoms: ['M-087'],
    fault: 'a stored value that is not JSON stops the app',
    file: 'web/stored-session.ts',
    find: '  } catch {\n    return null;',
    replace: '  } catch (error) {\n    throw error;',
  },
  {
    atoms: ['M-085'],
    fault: 'the token is stored without its quotes',
    file: 'web/session.ts',
    find: 'JSON.stringify(session.token)',
    replace: 'session.token',
  },
  {
    atoms: ['M-051'],
    fault: '"Sair" removes its own two keys only',
    file: 'web/session.ts',
    find: 'tryStorage((storage) => storage.clear());',
    replace: 'tryStorage(forget);',
  },
  {
    atoms: ['M-089'],
    fault: 'a login leads on after the delay of its toast',
    file: 'web/screens/login.tsx',
    find: 'startSession({ token, userId: user.id });',
    replace: 'setTimeout(() => startSession({ token, userId: user.id }), 1500);',
  },
];

const forms: Mutant[] = [
  {
    atoms: ['M-108'],
    fault: 'the first module is spelt like the others',
    file: 'contract/vocabulary.ts',
    find: "'Primeiro Módulo (Introdução ao Front End)'",
    replace: "'Primeiro módulo (Introdução ao Frontend)'",
  },
  {
    atoms: ['M-123'],
    fault: 'a select chooses its first option by itself',
    file: 'web/components/field.tsx',
    find: '<option value="">{empty}</option>',
    replace: '',
  },
  {
    atoms: ['M-117'],
    fault: '"no minimo" gets its accent',
    file: 'web/messages.ts',
    find: 'A senha precisa de no minimo 6 caracteres',
    replace: 'A senha precisa de no mínimo 6 caracteres',
  },
  {
    atoms: ['M-120'],
    fault: 'the repetition is not checked again when the first password changes',
    file: 'web/screens/signup.tsx',
    find: ", { deps: ['confirmedPassword'] })",
    replace: ')',
  },
  {
    atoms: ['M-122'],
    fault: 'the browser checks the email in its own words',
    file: 'web/form.ts',
    find: '    noValidate: true,\n',
    replace: '',
  },
  {
    atoms: ['M-132'],
    fault: 'a contact may be an address of any kind',
    file: 'contract/text.ts',
    find: 'protocol: /^https?$/',
    replace: 'protocol: /./',
  },
  {
    atoms: ['M-131'],
    fault: 'only one field at a time says what is wrong',
    file: 'web/form.ts',
    find: 'const code = errors[name]?.message;',
    replace: 'const code = Object.keys(errors)[0] === name ? errors[name]?.message : undefined;',
  },
  {
    atoms: ['M-084'],
    fault: 'the repeated password is sent',
    file: 'web/screens/signup.tsx',
    find: 'async function send({ confirmedPassword, ...person }: SignUpForm)',
    replace: 'async function send(person: SignUpForm)',
  },
];

const dashboard: Mutant[] = [
  {
    atoms: ['M-067'],
    fault: 'the trash opens the change dialog',
    file: 'web/screens/dashboard/technology-list.tsx',
    find: "onOpen({ dialog: 'delete', technology })",
    replace: "onOpen({ dialog: 'edit', technology })",
  },
  {
    atoms: ['M-072'],
    fault: '"Sim" removes the first technology of the list',
    file: 'web/screens/dashboard/dashboard.tsx',
    find: 'onOpen={setOpened}',
    replace: 'onOpen={(row) => setOpened({ ...row, technology: user?.techs[0] ?? row.technology })}',
  },
  {
    atoms: ['M-073'],
    fault: '"Não" removes, too',
    file: 'web/screens/dashboard/delete-technology.tsx',
    find: 'onClick={() => !pending && onClose()}',
    replace: 'onClick={() => !pending && void remove()}',
  },
  {
    atoms: ['M-105'],
    fault: 'the second level is shown as it travels',
    file: 'web/messages.ts',
    find: "status === 'Intermediario' ? 'Intermediário' : status",
    replace: 'status',
  },
  {
    atoms: ['M-104'],
    fault: 'the screen sends the second level with its accent',
    file: 'web/screens/dashboard/technology-form.tsx',
    find: '({ value, label: statusLabel(value) })',
    replace: '({ value: statusLabel(value), label: statusLabel(value) })',
  },
  {
    atoms: ['M-107'],
    fault: 'there is a fourth level',
    file: 'contract/vocabulary.ts',
    find: "['Iniciante', 'Intermediario', 'Avançado']",
    replace: "['Iniciante', 'Intermediario', 'Avançado', 'Especialista']",
  },
  {
    atoms: ['M-127'],
    fault: '"Tecnolgia Obrigatória" is corrected',
    file: 'web/messages.ts',
    find: "required: 'Tecnolgia Obrigatória'",
    replace: "required: 'Tecnologia obrigatória'",
  },
];

const CHANGED = 'later(() => toast.success(toasts.changed));';

const dialogs: Mutant[] = [
  {
    atoms: ['M-096'],
    fault: 'the change dialog stays when the change failed',
    file: 'web/screens/dashboard/edit-technology.tsx',
    find: 'await api.changeTechnology(token, technology.id, values);',
    replace:
      'await api.changeTechnology(token, technology.id, values).catch((error: unknown) => {\n' +
      '        onClose = () => undefined;\n        throw error;\n      });',
  },
  {
    atoms: ['M-097'],
    fault: 'the change dialog closes before the answer',
    file: 'web/screens/dashboard/edit-technology.tsx',
    find: 'async function send(values: TechnologyForm) {',
    replace: 'async function send(values: TechnologyForm) {\n    onClose();',
  },
  {
    atoms: ['M-099'],
    fault: 'the remove dialog stays when the removal failed',
    file: 'web/screens/dashboard/delete-technology.tsx',
    find: 'toast.error(toasts.removeFailed);',
    replace: 'toast.error(toasts.removeFailed);\n      setPending(false);\n      onClose = () => undefined;',
  },
  {
    atoms: ['M-102'],
    fault: 'the new dialog closes when adding failed',
    file: 'web/screens/dashboard/create-technology.tsx',
    find: 'toast.error(toasts.addFailed);',
    replace: 'toast.error(toasts.addFailed);\n      onClose();',
  },
];

const toasts: Mutant[] = [
  {
    atoms: ['M-090'],
    fault: 'the late toasts come 500 ms after the success',
    file: 'web/later.ts',
    find: 'const DELAY_MS = 1500;',
    replace: 'const DELAY_MS = 500;',
  },
  {
    atoms: ['M-155'],
    fault: 'the toast of a sign-up comes late',
    file: 'web/screens/signup.tsx',
    find: 'toast.success(toasts.signedUp);',
    replace: 'setTimeout(() => toast.success(toasts.signedUp), 1500);',
  },
  {
    atoms: ['M-156'],
    fault: 'the toast of a new technology comes late',
    file: 'web/screens/dashboard/create-technology.tsx',
    find: 'toast.success(toasts.added);',
    replace: 'setTimeout(() => toast.success(toasts.added), 1500);',
  },
  {
    atoms: ['M-157'],
    fault: 'the toast of a change comes at once',
    file: 'web/screens/dashboard/edit-technology.tsx',
    find: CHANGED,
    replace: 'toast.success(toasts.changed);',
  },
  {
    atoms: ['M-153'],
    fault: 'the toast of a failed change comes twice',
    file: 'web/screens/dashboard/edit-technology.tsx',
    find: 'toast.error(toasts.changeFailed);',
    replace: 'toast.error(toasts.changeFailed);\n      toast.error(toasts.changeFailed);',
  },
  {
    atoms: ['M-159'],
    fault: 'a failed network is no failure to add',
    file: 'web/screens/dashboard/create-technology.tsx',
    find: 'toast.error(toasts.addFailed);',
    replace: 'if (error instanceof api.Refusal) toast.error(toasts.addFailed);',
  },
  {
    atoms: ['A-17'],
    fault: 'a late toast comes although the person has left',
    file: 'web/later.ts',
    find: 'if (currentSession() === session) show();',
    replace: 'show();',
  },
];

const calls: Mutant[] = [
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
    find: 'if (client.isFetching({ queryKey }) > 0) void reload();',
    replace: 'void reload();',
  },
  {
    atoms: ['M-148'],
    fault: 'a removal does not read the list again',
    file: 'web/screens/dashboard/dialogs.tsx',
    find: '    void reload();\n    return remember',
    replace: '    return remember',
  },
];

const server: Mutant[] = [
  {
    atoms: ['M-081'],
    fault: 'the hash of the password leaks through a schema',
    file: 'contract/user.ts',
    find: '{ email: z.string(), visibility: z.enum(VISIBILITIES) }',
    replace: '{ email: z.string(), visibility: z.enum(VISIBILITIES), password_hash: z.optional(z.string()) }',
    also: [
      {
        file: 'server/database/users.ts',
        find: "  'email',\n  'bio',",
        replace: "  'email',\n  'password_hash',\n  'bio',",
      },
    ],
  },
  {
    atoms: ['M-104'],
    fault: 'the server refuses the second level with its accent',
    file: 'contract/technology.ts',
    find: "[...SKILL_STATUSES, 'Intermediário']",
    replace: '[...SKILL_STATUSES]',
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
    file: 'contract/text.ts',
    find: "z.trim(), z.minLength(1, rule('required')), z.refine(isPlain, rule('invalid'))",
    replace: "z.minLength(1, rule('required')), z.refine(isPlain, rule('invalid'))",
  },
  {
    atoms: ['M-133'],
    fault: "anybody changes anybody's technology",
    file: 'server/database/technologies.ts',
    find: ".where('id', '=', id)\n      .where('user_id', '=', ownerId)\n      .where('deleted_at', 'is', null)\n      .returning",
    replace: ".where('id', '=', id)\n      .where('deleted_at', 'is', null)\n      .returning",
  },
  {
    atoms: ['M-133'],
    fault: "anybody removes anybody's technology",
    file: 'server/database/technologies.ts',
    find: ".set('deleted_at', now.toISOString())\n    .where('id', '=', id)\n    .where('user_id', '=', ownerId)",
    replace: ".set('deleted_at', now.toISOString())\n    .where('id', '=', id)",
  },
  {
    atoms: ['M-135'],
    fault: 'the door lets everybody in',
    file: 'server/authentication.ts',
    find: 'if (!(await recognise(sessions, request))) throw unauthenticated();',
    replace: 'await recognise(sessions, request);',
  },
  {
    atoms: ['M-145'],
    fault: 'a change ignores the title, as the original API does',
    file: 'server/database/technologies.ts',
    find: '...(title === undefined ? {} : { title, title_key: titleKey(title), search_key: fold(title) }),',
    replace: '',
  },
  {
    atoms: ['M-149'],
    fault: 'the list comes in the order of its titles',
    file: 'server/database/technologies.ts',
    find: ".orderBy('sequence')",
    replace: ".orderBy('title')",
  },
];

/** The faults that `npm run test:mutants` plants, one at a time. */
export const mutants: readonly Mutant[] = [
  ...look,
  ...access,
  ...forms,
  ...dashboard,
  ...dialogs,
  ...toasts,
  ...calls,
  ...server,
];
