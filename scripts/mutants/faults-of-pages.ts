import type { Mutant } from './mutant.ts';

/** Of what a student shows. */
export const pages: Mutant[] = [
  {
    atoms: ['X-455'],
    fault: 'a page shows the history of whoever keeps it',
    file: 'server/routes/public-pages.ts',
    find: 'page.showsHistory ? () => listLevelChanges(database, page.user.id) : undefined',
    replace: '() => listLevelChanges(database, page.user.id)',
  },
  {
    atoms: ['X-455'],
    fault: 'a page of today shows the history of yesterday',
    file: 'server/public/page.ts',
    find: 'now.toDateString(), ',
    replace: '',
  },
  {
    atoms: ['X-457'],
    fault: 'a long history is drawn change by change',
    file: 'web/evolution/level-chart.tsx',
    find: 'const MIN_STEP = 3;',
    replace: 'const MIN_STEP = 0;',
  },
  {
    atoms: ['X-510'],
    fault: 'a PNG has one pixel per pixel of the drawing',
    file: 'web/screens/evolution/picture.tsx',
    find: 'const SCALE = 2;',
    replace: 'const SCALE = 1;',
  },
  {
    atoms: ['X-458'],
    fault: 'a host is shown in letters that may pass for those of another',
    file: 'web/components/profile/web-link.tsx',
    find: 'origin + address.slice(origin.length).replaceAll(ENCODED, decoded)',
    replace: 'origin && address.replaceAll(ENCODED, decoded)',
  },
  {
    atoms: ['X-490'],
    fault: 'the page about the API shows a schema that is made of others without them',
    file: 'web/docs/docs.ts',
    find: 'Array.isArray(allOf) ? [...allOf, rest].reduce(merge) : rest',
    replace: 'rest',
  },
  {
    atoms: ['X-538'],
    fault: 'the token dialog keeps a token that was not used',
    file: 'web/docs/docs.ts',
    find: "field.value = '';",
    replace: '',
  },
  {
    atoms: ['X-542'],
    fault: 'the dates below a chart overlap',
    file: 'web/evolution/axis.tsx',
    find: 'const spaced = (withDays ? DAY_DISTANCES : [MONTH_DISTANCE]).map((distance) => spacedBy(distance, ticks));',
    replace: 'const spaced = [ticks];',
  },
  {
    atoms: ['M-001'],
    fault: 'the close button of a toast has an English name',
    file: 'web/components/toaster/toaster.tsx',
    find: 'title="Fechar notificação"',
    replace: 'title="Close"',
  },
  {
    atoms: ['M-161'],
    fault: 'a notice and a warning look alike',
    file: 'web/components/toaster/toaster.css',
    find: '--tone: #6cb8ff;',
    replace: '--tone: #ffc857;',
  },
  {
    atoms: ['A-20'],
    fault: 'a click on the backdrop closes a dialog with a pending call',
    file: 'web/screens/dashboard/delete-technology.tsx',
    find: 'closesOnBackdrop={!pending}',
    replace: 'closesOnBackdrop',
  },
];
