import * as z from 'zod/mini';
import { correctedLink } from '#contract/corrected-link.ts';
import { LogInForm } from '#contract/session.ts';
import { PasswordResetForm, ResetLinkRequest, SignUpForm } from '#contract/user.ts';

// This chunk contains all schemas. Visitors load it when a form needs validation.

/** The code of a field's first broken rule. `correction` is a valid link like the typed one. */
type FieldError = { code: string; correction?: string | undefined };
export type Errors<Values> = { [Name in keyof Values]?: FieldError | undefined };
export type Resolver<Values> = (values: Values) => Promise<{ values: Values; errors: Errors<Values> }>;

export function resolverOf<Values>(schema: z.core.$ZodType<Values>): Resolver<Values> {
  return async (values) => {
    const { data = values, error } = z.safeParse(schema, values);
    const errors = error?.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return [name, errorOf(name, message, values[name as keyof Values])];
    });
    return { values: data, errors: Object.fromEntries(errors?.toReversed() ?? []) as Errors<Values> };
  };
}

const LINKS = ['contact', 'deploy_url', 'repository_url'];

function errorOf(name: string, code: string, value: unknown): FieldError {
  if (code !== 'invalid' || !LINKS.includes(name)) return { code };
  return { code, correction: correctedLink(String(value)) };
}

export function valuesOf<Name extends string>(
  schema: { shape: Record<Name, unknown> },
  stored?: NoInfer<Record<Name, string | null>>,
) {
  const names = Object.keys(schema.shape) as Name[];
  // As in a textarea, which has no other line breaks.
  const textOf = (name: Name) => (stored?.[name] ?? '').replaceAll(/\r\n?/g, '\n');
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>;
}

/** Adds the stored value to a select's choices: another client may have set a different one. */
export function withStored(choices: readonly string[], stored: string): string[] {
  return [...new Set([...choices, stored])].filter((choice) => choice !== '');
}

export const signUp = resolverOf<SignUpForm>(SignUpForm);
export const passwordReset = resolverOf<PasswordResetForm>(PasswordResetForm);
export const resetLink = resolverOf<ResetLinkRequest>(ResetLinkRequest);
export const logIn = resolverOf<LogInForm>(LogInForm);
