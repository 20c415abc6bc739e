import { attacks } from './faults-of-attacks.ts';
import { calls } from './faults-of-calls.ts';
import { dashboard, dialogs, toasts } from './faults-of-dashboard.ts';
import { pages } from './faults-of-pages.ts';
import { safety } from './faults-of-safety.ts';
import { access, forms, look } from './faults-of-screens.ts';
import { server } from './faults-of-server.ts';
import type { Mutant } from './mutant.ts';

export const mutants: readonly Mutant[] = [
  ...look,
  ...access,
  ...forms,
  ...dashboard,
  ...dialogs,
  ...toasts,
  ...calls,
  ...server,
  ...safety,
  ...attacks,
  ...pages,
];
