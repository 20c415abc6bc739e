import { ProblemError } from '../problems.ts';

// A resume has four levels of nesting, and at most some 3,000 brackets and commas.
const DEPTH = 32;
const MARKS = 25_000;

/** Returns `bad-request` for JSON that is slow to parse: 64 KiB of brackets take JSON.parse eight milliseconds. */
export function slowJsonProblem(json: string): ProblemError | undefined {
  let [depth, marks, isInString] = [0, 0, false];
  for (let index = 0; index < json.length; index += 1) {
    const letter = json[index];
    if (isInString) {
      if (letter === '\\') index += 1;
      else if (letter === '"') isInString = false;
    } else if (letter === '"') isInString = true;
    else if (letter === ',') marks += 1;
    else if (letter === '{' || letter === '[') {
      depth += 1;
      marks += 1;
    } else if (letter === '}' || letter === ']') depth -= 1;
    if (depth > DEPTH || marks > MARKS) {
      const message = `The body may have at most ${DEPTH} levels of nesting and ${MARKS} values`;
      return new ProblemError({ message, code: 'bad-request' });
    }
  }
  return undefined;
}
