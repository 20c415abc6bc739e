import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues } from 'react-hook-form';
import { LogInForm } from '#contract/session.ts';
import { PasswordResetForm, ResetLinkRequest, SignUpForm } from '#contract/user.ts';

// This chunk contains all schemas. Visitors load it when a form needs validation.

export type Schema<Values extends FieldValues> = Parameters<typeof standardSchemaResolver<Values, unknown, Values>>[0];

export function resolverOf<Values extends FieldValues>(schema: Schema<Values>) {
  return standardSchemaResolver<Values, unknown, Values>(schema);
}

export function valuesOf<Name extends string>(
  schema: { shape: Record<Name, unknown> },
  stored?: NoInfer<Record<Name, string | null>>,
) {
  const names = Object.keys(schema.shape) as Name[];
  return Object.fromEntries(names.map((name) => [name, stored?.[name] ?? ''])) as Record<Name, string>;
}

/** Adds the stored value to a select's choices: another client may have set a different one. */
export function withStored(choices: readonly string[], stored: string): string[] {
  return [...new Set([...choices, stored])].filter((choice) => choice !== '');
}

export const signUp = resolverOf<SignUpForm>(SignUpForm);
export const passwordReset = resolverOf<PasswordResetForm>(PasswordResetForm);
export const resetLink = resolverOf<ResetLinkRequest>(ResetLinkRequest);
export const logIn = resolverOf<LogInForm>(LogInForm);
