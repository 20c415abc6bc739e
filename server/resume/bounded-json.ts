import { ProblemError } from '../problems.ts';

// A resume has four levels of nesting, and at most some 3,000 brackets and commas.
const DEPTH = 32;
const MARKS = 25_000;
const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
// Setting this bit turns `[` and `]` into `{` and `}`.
const [OPENING, CLOSING, CASE] = [0x7b, 0x7d, 0x20];

/** Throws `bad-request` for JSON that is slow to parse: a megabyte of brackets takes JSON.parse a second. */
export function requireBounded(json: string): void {
  let [depth, marks, isText] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (isText) {
      if (letter === BACKSLASH) at += 1;
      else if (letter === QUOTE) isText = false;
    } else if (letter === QUOTE) isText = true;
    else if (letter === COMMA) marks += 1;
    else if ((letter | CASE) === OPENING) {
      depth += 1;
      marks += 1;
    } else if ((letter | CASE) === CLOSING) depth -= 1;
    if (depth > DEPTH || marks > MARKS) throw tooComplex();
  }
}

function tooComplex(): ProblemError {
  const message = `The body may have ${DEPTH} levels of nesting and ${MARKS} values`;
  return new ProblemError({ message, code: 'bad-request' });
}
