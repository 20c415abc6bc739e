import { expect, test } from 'vitest';
import { SignUpForm } from '#contract/user.ts';
import { aPerson } from '../helpers/make.ts';

function problems(form: object): Record<string, string> {
  const { error } = SignUpForm.safeParse(form);
  // The first rule that a field breaks is the one it is told.
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]));
}

test('a repetition that differs is told beside the other problems, not after them', () => {
  const form = { ...aPerson({ name: '', password: 'abc' }), confirmedPassword: 'abd' };
  expect(problems(form)).toEqual({ name: 'required', password: 'too-short', confirmedPassword: 'different' });
});

test('a missing repetition is missing before it differs', () => {
  expect(problems({ ...aPerson(), confirmedPassword: '' })).toEqual({ confirmedPassword: 'required' });
});

test('each field is told one problem, the required one first', () => {
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
