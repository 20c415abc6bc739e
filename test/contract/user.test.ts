import { expect, test } from 'vitest';
import { type SignUp, SignUpForm } from '#contract/user.ts';
import { aPerson } from '../helpers/make.ts';

function problems(form: object): Record<string, string> {
  const { error } = SignUpForm.safeParse(form);
  // A form shows the first broken rule of each field.
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]));
}

function signUp(overrides: Partial<SignUp>) {
  const input = aPerson(overrides);
  return { ...input, confirmedPassword: input.password };
}

test('a different repetition is reported together with the other problems', () => {
  const form = { ...aPerson({ name: '', password: 'abc' }), confirmedPassword: 'abd' };
  expect(problems(form)).toEqual({ name: 'required', password: 'too-short', confirmedPassword: 'different' });
});

test('a missing repetition is required, not different', () => {
  expect(problems({ ...aPerson(), confirmedPassword: '' })).toEqual({ confirmedPassword: 'required' });
});

test('an empty field is required before any other rule', () => {
  const empty = {
    name: ' ',
    email: ' ',
    password: '',
    confirmedPassword: '',
    bio: ' ',
    contact: ' ',
    course_module: '',
  };
  expect(new Set(Object.values(problems(empty)))).toEqual(new Set(['required']));
});

test.for(['ana', 'ana@', '@example.com', 'ana@example', 'ana souza@example.com'])(
  'the email %j is invalid (M-122)',
  (email) => {
    expect(problems(signUp({ email }))).toEqual({ email: 'invalid' });
  },
);

test.for([
  'linkedin/in/ana',
  'www.example.com',
  '+55 11 99999-0000',
  'javascript:alert(1)',
  'ftp://example.com',
  'mailto:ana@example.com',
  '//example.com',
  'https://',
])('the contact %j is invalid (M-126, A-10)', (contact) => {
  expect(problems(signUp({ contact }))).toEqual({ contact: 'invalid' });
});

test.for(['http://localhost:3000/ana', 'HTTPS://Example.com/ação?x=1#y', ' https://ana.dev '])(
  'the contact %j is valid (A-10)',
  (contact) => {
    expect(SignUpForm.parse(signUp({ contact })).contact).toBe(contact.trim());
  },
);

test.for(['abc12', 'abc12!!!', '!!!!!!!!', '     '])(
  'the password %j is too short (M-117, M-160, A-05)',
  (password) => {
    expect(problems(signUp({ password }))).toEqual({ password: 'too-short' });
  },
);

test.for(['abcdef', '123456', 'abc123', 'a-b c!d?ef9', 'çãõéíú', ' senha 12 '])(
  'the password %j is valid, and never trimmed (M-118, A-05, A-08)',
  (password) => {
    expect(SignUpForm.parse(signUp({ password })).password).toBe(password);
  },
);
