import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { Resolver } from 'react-hook-form';
import { accountRemovalForm, PasswordForm, type AccountRemovalForm, type DetailsForm } from '#contract/profile.ts';
import { ProfileChange, type OwnUser } from '#contract/user.ts';
import { WorkInput } from '#contract/work.ts';

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
export function changesOf(values: DetailsForm, held: DetailsForm): Partial<DetailsForm> {
  const names = Object.keys(held) as (keyof DetailsForm)[];
  return Object.fromEntries(names.filter((name) => values[name] !== held[name]).map((name) => [name, values[name]]));
}

const change = standardSchemaResolver<ProfileChange, unknown, ProfileChange>(ProfileChange);

/** The rules of what differs from what is held: what another client stored under looser rules stays until it is changed. */
export function details(held: DetailsForm): Resolver<DetailsForm, unknown, DetailsForm> {
  return async (values, context, options) => {
    const checked = await change(changesOf(values, held), context, options as Parameters<typeof change>[2]);
    if (Object.keys(checked.errors).length > 0) return { values: {}, errors: checked.errors as never };
    return { values: { ...values, ...checked.values } as DetailsForm, errors: {} };
  };
}
