import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { LogInForm } from '#contract/session.ts';
import { TechnologyForm } from '#contract/technology.ts';
import { SignUpForm } from '#contract/user.ts';

// How each form is checked. Nothing is checked before a first attempt to send, so this is a chunk of its own, which is
// fetched when a form is first touched.

export const signUp = standardSchemaResolver<SignUpForm, unknown, SignUpForm>(SignUpForm);
export const logIn = standardSchemaResolver<LogInForm, unknown, LogInForm>(LogInForm);
export const technology = standardSchemaResolver<TechnologyForm, unknown, TechnologyForm>(TechnologyForm);
