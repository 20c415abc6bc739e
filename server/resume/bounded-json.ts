import { ProblemError } from '../problems.ts';

/** A resume is some four deep, and the fullest one has some 3,000 marks: beyond this a parser may hold up everybody. */
const DEPTH = 32;
const MARKS = 25_000;
const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
// `{` and `}` are `[` and `]` with one bit more.
const [OPENING, CLOSING, CASE] = [0x7b, 0x7d, 0x20];

/** Before a stranger's JSON is parsed: JSON.parse takes a second for a megabyte of brackets. Throws `bad-request`. */
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
    if (depth > DEPTH || marks > MARKS) throw tooIntricate();
  }
}

function tooIntricate(): ProblemError {
  const message = `The body may be ${DEPTH} deep, and hold ${MARKS} values`;
  return new ProblemError({ message, code: 'bad-request' });
}
