import { useEffect, useRef, useState } from 'react';
import type { UseFormReset } from 'react-hook-form';
import { COURSE_MODULES } from '#contract/choices.ts';
import { DetailsForm, ProfileChange, type OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { PendingStatus } from '../../../components/forms/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useRuledForm } from '../../../form.ts';
import { valuesOf, withStored } from '../../../rules.ts';
import { rememberEmail } from '../../../session.ts';
import { ProfileFields } from '../../../shell/profile-fields.tsx';
import { useAction } from '../../../shell/use-action.ts';
import { changesOf, rulesOfChanges } from '../changes.ts';
import { tellFailure } from '../failure-toast.ts';
import { useProfileUpdate } from '../own-profile.ts';
import { Actions, Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { detailsMessages as messages, passwordMessages } from '../messages.ts';

const failed = tellFailure('Não foi possível salvar os dados');

/** Why the password is missing, where the server is strict: only a refusal tells. */
function useAskedPassword() {
  const [asked, setAsked] = useState<string>();
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked !== undefined) password.current?.focus();
  }, [asked]);
  return { asked, setAsked, password };
}

// All that tells of a field with text that is not saved yet.
const KEPT = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepIsSubmitted: true };

/** Shows what is stored, as after an import, in the fields that nobody has touched. */
function useUntouchedFollow(user: OwnUser, { reset }: { reset: UseFormReset<DetailsForm> }) {
  useEffect(() => reset(valuesOf(DetailsForm, user), KEPT), [reset, user]);
}

/** Sends changed fields only. */
export function Details({ user }: { user: OwnUser }) {
  const update = useProfileUpdate();
  const stored = valuesOf(DetailsForm, user);
  const { asked, setAsked, password } = useAskedPassword();
  const save = useAction({ call: api.changeProfile, done, failed: refused });
  const rules = async () => rulesOfChanges(ProfileChange, stored);
  const ruled = { rules, messages, values: stored, send, focusesRefused: true };
  const { props, field, pending, slow, failure, touched, form } = useRuledForm<DetailsForm>(ruled);

  useUnsaved(touched);
  useUntouchedFollow(user, form);

  async function send(values: DetailsForm) {
    const changes = changesOf(values, stored);
    const proof = asked === undefined ? {} : { old_password: password.current?.value ?? '' };
    if (Object.keys(changes).length > 0) await save.send({ ...changes, ...proof });
    else toast.info('Nenhuma alteração para salvar');
  }

  function refused(error: unknown) {
    if (error instanceof api.ApiError) setAsked(error.fields['old_password'] ?? asked);
    failed();
  }

  function done(changed: OwnUser) {
    setAsked(undefined);
    const values = valuesOf(DetailsForm, changed);
    update(() => changed);
    rememberEmail(changed.email);
    form.reset(values);
    toast.success('Dados salvos');
  }

  return (
    <Section
      anchor="dados"
      title="Dados"
      lead="Como você se apresenta. O email serve para entrar na conta. Outras pessoas da Trilha não o veem."
    >
      <form {...props}>
        <ProfileFields field={field} modules={withStored(COURSE_MODULES, user.course_module)}>
          {() =>
            asked !== undefined && (
              <PasswordField
                ref={password}
                label="Senha atual, para alterar o email"
                autoComplete="current-password"
                showLabel="Mostrar a senha que confirma o email"
                error={passwordMessages.old_password[asked]}
              />
            )
          }
        </ProfileFields>
        <Actions>
          <Button type="submit" pending={pending}>
            Salvar dados
          </Button>
          <PendingStatus pending={pending} slow={slow} failure={failure} />
        </Actions>
      </form>
    </Section>
  );
}
