import type { Mutant } from './mutant.ts';

export const attacks: Mutant[] = [
  {
    atoms: ['X-500'],
    fault: 'a text of zero-width blanks is a text',
    file: 'contract/field-rules.ts',
    find: '/[^\\s\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]/u.test(text)',
    replace: "text !== ''",
  },
  {
    atoms: ['X-501'],
    fault: 'an endless host is taken where any text is',
    file: 'server/compatibility.ts',
    find: 'line().check(endingHost(), atMost(limit))',
    replace: 'line().check(atMost(limit))',
  },
  {
    atoms: ['X-502'],
    fault: "a stranger's name moves the cursor of who lists it",
    file: 'scripts/admin/list.ts',
    find: '.map(legible)',
    replace: '',
  },
  {
    atoms: ['X-502'],
    fault: 'a message repeats the password of an address',
    file: 'scripts/database/command.ts',
    find: 'legible(withoutPassword(problem.message))',
    replace: 'legible(problem.message)',
  },
  {
    atoms: ['X-503'],
    fault: 'an output that found no room counts as told',
    file: 'scripts/database/command.ts',
    find: "process.stdout.on('error', endWithReader);",
    replace: '',
  },
  {
    atoms: ['X-504'],
    fault: 'a backup replaces what was made meanwhile',
    file: 'scripts/database/backup.ts',
    find: '    // Another may have been made meanwhile.\n    refuseToReplace(path);',
    replace: '',
  },
  {
    atoms: ['X-504'],
    fault: 'a restore waits for a pipe',
    file: 'scripts/database/restore.ts',
    find: 'if (file && !file.isFile())',
    replace: 'if (file?.isDirectory())',
  },
  {
    atoms: ['X-504'],
    fault: 'a restore copies the holes of a file',
    file: 'scripts/database/restore.ts',
    find: 'if (file && file.size > lengthToldBy(path))',
    replace: 'if (file && file.size < 0)',
  },
  {
    atoms: ['X-505'],
    fault: 'a mail may take for ever',
    file: 'server/accounts/mailer.ts',
    find: 'signal: AbortSignal.timeout(longest),',
    replace: '',
  },
  {
    atoms: ['X-506'],
    fault: 'a server that may not write is a fault of ours',
    file: 'server/database/postgres/sqlstates.ts',
    find: '|42501|',
    replace: '|',
  },
  {
    atoms: ['X-600'],
    fault: 'scans of a JPEG count up to the first end of an image',
    file: 'server/images/jpeg-scans.ts',
    find: 'let at = bytes.indexOf(START_OF_SCAN);',
    replace:
      'bytes = bytes.subarray(0, bytes.indexOf(Buffer.from([0xff, 0xd9])));\n  let at = bytes.indexOf(START_OF_SCAN);',
  },
  {
    atoms: ['X-600'],
    fault: 'the pictures of all networks wait in one line',
    file: 'server/images/avatar-image.ts',
    find: 'decode(bytes, processorTime), network)',
    replace: 'decode(bytes, processorTime))',
  },
];
