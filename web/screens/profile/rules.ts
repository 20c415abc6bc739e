import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Resolver } from 'react-hook-form';
import {
  accountRemovalForm,
  type AccountRemovalForm,
  type DetailsForm,
  type OwnUser,
  PasswordForm,
  ProfileChange,
} from '#contract/user.ts';
import { WorkChange, WorkInput } from '#contract/work.ts';

/** What a person types to say that they mean it. */
export const CONFIRMATION = 'APAGAR';

export const password = standardSchemaResolver<PasswordForm, unknown, PasswordForm>(PasswordForm);
export const work = standardSchemaResolver<WorkInput, unknown, WorkInput>(WorkInput);
export const accountRemoval = standardSchemaResolver<AccountRemovalForm, unknown, AccountRemovalForm>(
  accountRemovalForm(CONFIRMATION),
);

/** The fields of the form as they are held. */
export function detailsOf({ name, email, bio, contact, course_module }: OwnUser): DetailsForm {
  return { name, email, bio, contact, course_module };
}

/** What differs from what is held. */
export function changesOf<Values extends Record<string, string>>(values: Values, held: Values): Partial<Values> {
  const names = Object.keys(held).filter((name) => values[name] !== held[name]);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

const change = standardSchemaResolver<ProfileChange, unknown, ProfileChange>(ProfileChange);
const workChange = standardSchemaResolver<WorkChange, unknown, WorkChange>(WorkChange);

/** The rules of what differs from what is held: what another client stored under looser rules stays until it is changed. */
export function details(held: DetailsForm): Resolver<DetailsForm, unknown, DetailsForm> {
  return ofChanges(change, held);
}

/** The same for a work that is there already. */
export function changedWork(held: WorkInput): Resolver<WorkInput, unknown, WorkInput> {
  return ofChanges(workChange, held);
}

function ofChanges<Values extends Record<string, string>, Change extends FieldValues>(
  check: Resolver<Change, unknown, Change>,
  held: Values,
): Resolver<Values, unknown, Values> {
  return async (values, context, options) => {
    const changes = changesOf(values, held) as unknown as Change;
    const checked = await check(changes, context, options as unknown as Parameters<typeof check>[2]);
    if (Object.keys(checked.errors).length > 0) return { values: {}, errors: checked.errors as never };
    return { values: { ...values, ...checked.values }, errors: {} };
  };
}
