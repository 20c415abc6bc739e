import type { Mutant } from './mutant.ts';

export const look: Mutant[] = [
  {
    atoms: ['M-019'],
    fault: 'toasts stand at the top left',
    file: 'web/components/toaster/toaster.tsx',
    find: "position = 'top-right'",
    replace: "position = 'top-left'",
  },
  {
    atoms: ['M-020'],
    fault: 'a toast leaves after 4000 ms',
    file: 'web/components/toast.ts',
    find: 'TOAST_MS = 5_000;',
    replace: 'TOAST_MS = 4_000;',
  },
  {
    atoms: ['M-021'],
    fault: 'the clock of a toast runs on under the pointer',
    file: 'web/components/toaster/toaster.css',
    find: '#toasts:hover .toast-clock {',
    replace: '#toasts:hover .toast-other {',
  },
  {
    atoms: ['M-022'],
    fault: 'a toast can be thrown away by finger only',
    file: 'web/components/toaster/drag.ts',
    find: 'event.button !== 0 ||',
    replace: "event.pointerType !== 'touch' ||",
  },
];

export const access: Mutant[] = [
  {
    atoms: ['M-026'],
    fault: 'the server has no page at /dashboard',
    file: 'server/http/pages.ts',
    find: 'for (const page of Object.values<Page>(PAGES)) {',
    replace: 'for (const page of Object.values<Page>(PAGES).filter(({ chunk }) => chunk !== "dashboard")) {',
  },
  {
    atoms: ['M-027'],
    fault: 'a visitor sees the dashboard',
    file: 'web/entry/guards.tsx',
    find: 'if (session !== null) return <SessionContext value={session}>',
    replace: "return <SessionContext value={session ?? { token: '', userId: '' }}>",
    also: [
      {
        file: 'web/entry/boot.ts',
        find: "if (!session && page && PAGES[page].audience === 'users') moveTo(START.visitors.path, returnHere());",
        replace: '',
      },
    ],
  },
  {
    atoms: ['X-516'],
    fault: 'a login loses the filter of the list',
    file: 'web/way-back.ts',
    find: 'location.pathname + location.search',
    replace: 'location.pathname',
  },
  {
    atoms: ['M-028', 'M-029'],
    fault: 'a signed-in user sees the sign-up and login screens',
    file: 'web/entry/guards.tsx',
    find: 'session === null ? children : <Redirect to={pathAfterLogin(state)} replace />',
    replace: 'children',
    also: [
      {
        file: 'web/entry/boot.ts',
        find: "if (session && page && PAGES[page].audience === 'visitors') moveTo(START.users.path);",
        replace: '',
      },
    ],
  },
  {
    atoms: ['M-087'],
    fault: 'a stored value that is not JSON stops the app',
    file: 'web/loading/stored-session.ts',
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
    replace: 'tryStorage(removeKeys);',
  },
  {
    atoms: ['M-089'],
    fault: 'a login waits 1500 ms before it navigates',
    file: 'web/screens/login.tsx',
    find: 'startSession({ token, userId: user.id });',
    replace: 'setTimeout(() => startSession({ token, userId: user.id }), 1500);',
  },
  {
    atoms: ['X-410'],
    fault: 'Back does not leave a page that failed to load',
    file: 'web/components/error-boundary.tsx',
    find: 'return address === state.address ? null : { address, failed: false };',
    replace: 'return address === state.address ? null : { ...state, address };',
  },
  {
    atoms: ['X-470'],
    fault: 'a dialog that fails to load replaces the dashboard',
    file: 'web/loading/prefetched.tsx',
    find: 'if (Fallback === undefined) throw failure.error;',
    replace: 'if (Fallback !== null) throw failure.error;',
  },
  {
    atoms: ['X-471'],
    fault: 'a tab opened before a deploy does not reload',
    file: 'web/loading/lost-chunk.ts',
    find: '!(await page.text()).includes(`"${script}"`)',
    replace: '(await page.text()) === script',
  },
  {
    atoms: ['X-473'],
    fault: 'the logo on the home page adds a history entry',
    file: 'web/shell/header.tsx',
    find: 'replace={address === home.path} ',
    replace: '',
  },
  {
    atoms: ['X-411'],
    fault: 'a link to a section adds a history entry',
    file: 'web/screens/profile/profile.tsx',
    find: "history.replaceState(history.state, '', `#${anchor}`);",
    replace: "history.pushState(null, '', `#${anchor}`);",
  },
];

export const forms: Mutant[] = [
  {
    atoms: ['M-108'],
    fault: 'the first module is spelt like the others',
    file: 'contract/choices.ts',
    find: "'Primeiro Módulo (Introdução ao Front End)'",
    replace: "'Primeiro módulo (Introdução ao Frontend)'",
  },
  {
    atoms: ['M-123'],
    fault: 'a select has a preselected option',
    file: 'web/components/forms/field.tsx',
    find: '{empty !== undefined && <option value="">{empty}</option>}',
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
    atoms: ['A-09'],
    fault: 'the repetition is not checked again when the first password changes',
    file: 'web/shell/forms/new-password-fields.tsx',
    find: ", { deps: ['confirmedPassword'] })",
    replace: ')',
  },
  {
    atoms: ['M-122'],
    fault: 'the browser checks the email in its own words',
    file: 'web/shell/forms/form.ts',
    find: '    noValidate: true,\n',
    replace: '',
  },
  {
    atoms: ['M-132'],
    fault: 'a contact may be an address of any kind',
    file: 'contract/field-rules.ts',
    find: 'protocol: /^https?$/',
    replace: 'protocol: /./',
  },
  {
    atoms: ['M-131'],
    fault: 'only the first invalid field shows its message',
    file: 'web/shell/forms/form.ts',
    find: 'const code = errors[name]?.message;',
    replace: 'const code = Object.keys(errors)[0] === name ? errors[name]?.message : undefined;',
  },
  {
    atoms: ['M-084'],
    fault: 'the repeated password is sent',
    file: 'web/screens/signup.tsx',
    find: 'async function send({ confirmedPassword, ...input }: SignUpForm)',
    replace: 'async function send(input: SignUpForm)',
  },
];
