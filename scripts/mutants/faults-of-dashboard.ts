import type { Mutant } from './mutant.ts';

export const dashboard: Mutant[] = [
  {
    atoms: ['M-067'],
    fault: 'the trash opens the change dialog',
    file: 'web/screens/dashboard/technology-list.tsx',
    find: "onOpen({ kind: 'delete', technology })",
    replace: "onOpen({ kind: 'edit', technology })",
  },
  {
    atoms: ['M-072'],
    fault: '"Sim" removes the first technology of the list',
    file: 'web/screens/dashboard/dashboard.tsx',
    find: 'onOpen={setDialog}',
    replace: 'onOpen={(row) => setDialog({ ...row, technology: user?.techs[0] ?? row.technology })}',
  },
  {
    atoms: ['M-073'],
    fault: '"Não" removes, too',
    file: 'web/shell/signed-in/confirmation-dialog.tsx',
    find: 'blocked={call.pending} onClick={onClose}',
    replace: 'blocked={call.pending} onClick={() => call.run()}',
  },
  {
    atoms: ['M-105'],
    fault: 'the second level is shown without its accent',
    file: 'contract/choices.ts',
    find: '(level && LABELS[level]) ?? status',
    replace: 'status',
  },
  {
    atoms: ['M-104'],
    fault: 'the screen sends the second level with its accent',
    file: 'web/screens/dashboard/technology-form.tsx',
    find: '[value, levelLabel(value)]',
    replace: '[levelLabel(value), levelLabel(value)]',
  },
  {
    atoms: ['M-107'],
    fault: 'there is a fourth level',
    file: 'contract/choices.ts',
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

export const dialogs: Mutant[] = [
  {
    atoms: ['M-096'],
    fault: 'the change dialog stays when the change failed',
    file: 'web/screens/dashboard/dialogs.tsx',
    find: 'useCloseOnFailure(toasts.changeFailed, onClose)',
    replace: 'useCloseOnFailure(toasts.changeFailed, () => undefined)',
  },
  {
    atoms: ['M-097'],
    fault: 'the change dialog closes before the answer',
    file: 'web/screens/dashboard/dialogs.tsx',
    find: 'function call(token: string, input: TechnologyForm) {',
    replace: 'function call(token: string, input: TechnologyForm) {\n    onClose();',
  },
  {
    atoms: ['M-099'],
    fault: 'the remove dialog stays when the removal failed',
    file: 'web/screens/dashboard/dialogs.tsx',
    find: 'useCloseOnFailure(toasts.removeFailed, onClose)',
    replace: 'useCloseOnFailure(toasts.removeFailed, () => undefined)',
  },
  {
    atoms: ['M-102'],
    fault: 'the new dialog closes when adding failed',
    file: 'web/screens/dashboard/dialogs.tsx',
    find: 'failed: toasts.addFailed',
    replace: 'failed: () => (toast.error(toasts.addFailed), onClose())',
  },
];

export const toasts: Mutant[] = [
  {
    atoms: ['M-090'],
    fault: 'the late toasts come 500 ms after the success',
    file: 'web/shell/late-toast.ts',
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
    file: 'web/screens/dashboard/dialogs.tsx',
    find: 'toast.success(toasts.added);',
    replace: 'setTimeout(() => toast.success(toasts.added), 1500);',
  },
  {
    atoms: ['M-157'],
    fault: 'the toast of a change comes at once',
    file: 'web/screens/dashboard/dialogs.tsx',
    find: CHANGED,
    replace: 'toast.success(toasts.changed);',
  },
  {
    atoms: ['M-153'],
    fault: 'the toast of a failed change comes twice',
    file: 'web/screens/dashboard/dialogs.tsx',
    find: 'toast.error(message, { reason: reasonOf(error) });',
    replace: 'toast.error(message);\n    toast.error(message);',
  },
  {
    atoms: ['M-159'],
    fault: 'a network error while adding shows no toast',
    file: 'web/screens/dashboard/dialogs.tsx',
    find: 'failed: toasts.addFailed',
    replace: 'failed: (error) => error instanceof api.ApiError && toast.error(toasts.addFailed)',
  },
  {
    atoms: ['A-17'],
    fault: 'a delayed toast appears after signing out',
    file: 'web/shell/late-toast.ts',
    find: 'if (currentSession() === session) show();',
    replace: 'show();',
  },
];
