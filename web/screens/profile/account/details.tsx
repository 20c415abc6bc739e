import { useState } from 'react';
import type { DetailsForm } from '#contract/user.ts';
import { COURSE_MODULES } from '#contract/choices.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { Field, SelectField, TextAreaField } from '../../../components/field.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { texts } from '../../../messages.ts';
import type { OwnProfile } from '../own-profile.ts';
import { changesOf, details, detailsOf } from '../rules.ts';
import { Actions, Section } from '../section.tsx';
import { useSectionForm } from '../use-section-form.ts';
import { detailsMessages } from '../words.ts';

/** Sends only what differs from what is held. */
export function Details({ profile: { token, user, hold, tell } }: { profile: OwnProfile }) {
  // What the form started with: what has changed is what the person has changed here, not what another tab did.
  const [held, setHeld] = useState(() => detailsOf(user));
  const { props, field, pending, slow, form } = useSectionForm<DetailsForm>({
    rules: () => Promise.resolve(details(held)),
    messages: detailsMessages,
    values: held,
    send,
    failure: 'Não foi possível salvar os dados',
    tell,
  });

  async function send(values: DetailsForm) {
    const changes = changesOf(values, held);
    if (Object.keys(changes).length === 0) {
      toast.info('Nenhum dado foi mudado');
      return;
    }
    const changed = await api.changeProfile(token, changes);
    hold(() => changed);
    setHeld(detailsOf(changed));
    form.reset(detailsOf(changed));
    toast.success('Dados salvos');
  }

  return (
    <Section title="Dados" lead="Como você se apresenta. O email serve para entrar na conta e ninguém mais o vê.">
      <form {...props}>
        <Fields field={field} module={user.course_module} />
        <Actions>
          <Button type="submit" pending={pending}>
            Salvar dados
          </Button>
          <PendingStatus pending={pending} slow={slow} />
        </Actions>
      </form>
    </Section>
  );
}

type FieldsProps = { field: ReturnType<typeof useSectionForm<DetailsForm>>['field']; module: string };

function Fields({ field, module }: FieldsProps) {
  // A module of another client's making stays choosable for the person who has it.
  const modules = [...new Set<string>([...COURSE_MODULES, ...(module === '' ? [] : [module])])];
  return (
    <>
      <Field label={texts.signUp.name} autoComplete="name" {...field('name')} />
      <Field
        label={texts.signUp.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <SelectField
        label={texts.signUp.courseModule}
        autoComplete="off"
        options={modules.map((value) => ({ value, label: value }))}
        empty="Escolha um módulo"
        {...field('course_module')}
      />
      <TextAreaField label={texts.signUp.bio} autoComplete="off" {...field('bio')} />
      <Field
        label={texts.signUp.contact}
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        {...field('contact')}
      />
    </>
  );
}
