import { expect, test } from 'vitest';
import { SignUpForm } from '#contract/user.ts';
import { aPerson } from '../helpers/make.ts';

function parse(form: object) {
  const person = aPerson();
  return SignUpForm.safeParse({ ...person, confirmedPassword: person.password, ...form });
}

function problems(form: object): Record<string, string> {
  // A form shows the first broken rule of each field.
  const issues = (parse(form).error?.issues ?? []).toReversed();
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

test('a different password confirmation is reported together with the other problems', () => {
  const found = { name: 'required', password: 'too-short', confirmedPassword: 'different' };
  expect(problems({ name: '', password: 'abc', confirmedPassword: 'abd' })).toEqual(found);
});

test('an empty field is reported as required before any other rule, the confirmation too', () => {
  const [empty, blank] = [
    ['password', 'confirmedPassword', 'course_module'],
    ['name', 'email', 'bio', 'contact'],
  ];
  const form = Object.fromEntries([...empty.map((name) => [name, '']), ...blank.map((name) => [name, ' '])]);
  expect(new Set(Object.values(problems(form)))).toEqual(new Set(['required']));
  expect(problems({ confirmedPassword: '' })).toEqual({ confirmedPassword: 'required' });
});

test.for([
  ['email', 'invalid', ['ana', 'ana@', '@example.com', 'ana@example', 'ana souza@example.com']],
  ['contact', 'invalid', ['linkedin/in/ana', 'www.example.com', '+55 11 99999-0000', 'javascript:alert(1)']],
  ['contact', 'invalid', ['ftp://example.com', 'mailto:ana@example.com', '//example.com', 'https://']],
  ['password', 'too-short', ['abc12', 'abc12!!!', '!!!!!!!!', '     ']],
] as const)('the %s is %s when it is one of %j (M-117, M-122, M-126, M-160, A-05, A-10)', ([name, problem, texts]) => {
  for (const text of texts) {
    expect(problems({ [name]: text, ...(name === 'password' && { confirmedPassword: text }) })).toEqual({
      [name]: problem,
    });
  }
});

test.for(['http://localhost:3000/ana', 'HTTPS://Example.com/ação?x=1#y', ' https://ana.dev '])(
  'the contact %j is valid (A-10)',
  (contact) => {
    expect(parse({ contact }).data?.contact).toBe(contact.trim());
  },
);

test.for(['abcdef', '123456', 'abc123', 'a-b c!d?ef9', 'çãõéíú', ' senha 12 '])(
  'the password %j is valid, and never trimmed (M-118, A-05, A-08)',
  (password) => {
    expect(parse({ password, confirmedPassword: password }).data?.password).toBe(password);
  },
);
