import * as z from 'zod/mini';
import { LogInForm } from '#contract/session.ts';
import { PasswordResetForm, ResetLinkRequest, SignUpForm } from '#contract/user.ts';

// This chunk contains all schemas. Visitors load it when a form needs validation.

/** The code of each invalid field. */
export type Errors<Values> = { [Name in keyof Values]?: string | undefined };
export type Resolver<Values> = (values: Values) => Promise<{ values: Values; errors: Errors<Values> }>;

/** Each field gets the code of its first broken rule. */
export function resolverOf<Values>(schema: z.core.$ZodType<Values>): Resolver<Values> {
  return async (values) => {
    const { data = values, error } = z.safeParse(schema, values);
    const codes = error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [];
    return { values: data, errors: Object.fromEntries(codes.toReversed()) as Errors<Values> };
  };
}

export function valuesOf<Name extends string>(
  schema: { shape: Record<Name, unknown> },
  stored?: NoInfer<Record<Name, string>>,
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
