import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One edit; `find` must occur exactly once in the file. */
type Change = { file: string; find: string; replace: string };

export type Mutant = { title: string; atoms: string[]; changes: Change[] };

const IDS = /^([AMX]-\d+ )+/;

export const mutants: readonly Mutant[] = globSync('*.diff', { cwd: import.meta.dirname })
  .toSorted()
  .flatMap((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8')
      .trim()
      .split(/\n\n+/),
  )
  .map(parse);

/**
 * Reads one fault: a title such as `X-606 server/queue.ts: a login waits with the others`, then the lines to find (`-`)
 * and their replacement (`+`). `also <file>` begins the edit of another file that would hide the fault.
 */
function parse(text: string): Mutant {
  const [title = ''] = text.split('\n');
  const [ids = ''] = IDS.exec(title) ?? [];
  return { title, atoms: ids.trim().split(' '), changes: text.replace(IDS, '').split('\nalso ').map(parseChange) };
}

function parseChange(text: string): Change {
  const [head = '', ...lines] = text.split('\n');
  const linesAfter = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
  return { file: head.replace(/:.*/, ''), find: linesAfter('-').join('\n'), replace: linesAfter('+').join('\n') };
}
