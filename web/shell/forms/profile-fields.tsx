import { Fragment, type ReactNode } from 'react';
import type { DetailsForm } from '#contract/user.ts';
import { Field, SelectField, TextAreaField, UrlField } from '../../components/forms/field.tsx';
import type { Register } from './form.ts';
import { texts } from '../../messages.ts';

const CONTACT_HINT = 'Link do LinkedIn, GitHub, Instagram ou https://wa.me/55…';

type ProfileFieldsProps = {
  field: Register<keyof DetailsForm>;
  modules: readonly string[];
  children?: ReactNode;
};

export function ProfileFields({ field, modules, children }: ProfileFieldsProps) {
  const controls: Record<keyof DetailsForm | 'children', ReactNode> = {
    name: <Field label={texts.signUp.name} autoComplete="name" {...field('name')} />,
    children,
    course_module: (
      <SelectField
        label={texts.signUp.courseModule}
        options={modules.map((value) => [value, value])}
        empty="Escolha um módulo"
        {...field('course_module')}
      />
    ),
    bio: <TextAreaField label={texts.signUp.bio} {...field('bio')} />,
    contact: <UrlField label={texts.signUp.contact} autoComplete="url" hint={CONTACT_HINT} {...field('contact')} />,
  };
  return Object.entries(controls).map(([name, control]) => <Fragment key={name}>{control}</Fragment>);
}
