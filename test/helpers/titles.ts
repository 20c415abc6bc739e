import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';

/** A test's title and file, relative to the root. */
export type Title = { file: string; text: string };

/** Any id that a title may carry; docs/atoms.md defines them all. */
export const ID = /\b[A-Z]-\d{1,3}\b/g;

/** The titles of all tests, browser tests included, read from the source: no test is loaded or run. */
export function readTitles(root: string): Title[] {
  return globSync('test/**/*.{test,spec}.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) => titlesIn(join(root, file)).map((text) => ({ file, text })));
}

function titlesIn(path: string): string[] {
  const titles: string[] = [];
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  new Visitor({
    // Tests made in a loop have their atoms in the list that the loop goes through.
    Literal({ value }) {
      if (typeof value === 'string' && /^M-\d{3}$/.test(value)) titles.push(value);
    },
    CallExpression({ callee, arguments: [first] }) {
      const text = first && textOf(first);
      if (text !== undefined && isTest(callee)) titles.push(text);
    },
  }).visit(program);
  return titles;
}

/** True for the callee of a test: `test(…)`, and the doubled call of `test.for(…)(…)` or `test.skipIf(…)(…)`. */
function isTest(callee: ESTree.Expression): boolean {
  if (callee.type === 'CallExpression')
    return callee.callee.type === 'MemberExpression' && isTest(callee.callee.object);
  return callee.type === 'Identifier' && (callee.name === 'test' || callee.name === 'it');
}

function textOf(node: ESTree.Argument): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…');
  return undefined;
}
