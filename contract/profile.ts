import * as z from 'zod/mini';
import { line, repeatedPassword, verbatim } from './text.ts';
import { SignUp } from './user.ts';

/** The fields of a profile that are typed; those that were changed follow the rules of `ProfileChange`. */
export type DetailsForm = Omit<SignUp, 'password'>;

/** A new password with the old one; `confirmedPassword` stays in the form. */
export const PasswordForm = z
  .object({ old_password: verbatim(), password: SignUp.shape.password, confirmedPassword: verbatim() })
  .check(repeatedPassword());
export type PasswordForm = z.infer<typeof PasswordForm>;

/** The password, and a word that nobody types by mistake, in either case. */
export function accountRemovalForm(word: string) {
  return z.object({
    password: verbatim(),
    confirmation: line().check(z.refine((text) => text.toUpperCase() === word, { error: 'not-allowed' })),
  });
}
export type AccountRemovalForm = z.infer<ReturnType<typeof accountRemovalForm>>;
