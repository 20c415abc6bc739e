import { expect, test } from 'vitest';
import { SignUpForm } from '#contract/user.ts';
import { aPerson } from '../helpers/make.ts';

function problems(form: object): Record<string, string> {
  const { error } = SignUpForm.safeParse(form);
  // A form shows the first broken rule of each field.
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]));
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
