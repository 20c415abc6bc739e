import { useEffect, useRef, useState } from 'react';
import type { UseFormReset } from 'react-hook-form';
import { COURSE_MODULES } from '#contract/choices.ts';
import { DetailsForm, ProfileChange, type OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { valuesOf, withStored } from '../../../rules.ts';
import { rememberEmail } from '../../../session.ts';
import { ProfileFields } from '../../../shell/forms/profile-fields.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { changesOf, rulesOfChanges } from '../changes.ts';
import { failureToast } from '../failure-toast.ts';
import { useProfileUpdate } from '../own-profile.ts';
import { Actions, Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { detailsMessages as messages, passwordMessages } from '../messages.ts';

const failed = failureToast('Não foi possível salvar os dados');

/** The error code of `old_password`. A strict server requires that field, and only its response says so. */
function usePasswordError() {
  const [passwordError, setPasswordError] = useState<string>();
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (passwordError !== undefined) password.current?.focus();
  }, [passwordError]);
  return { passwordError, setPasswordError, password };
}

const RESET_OPTIONS = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepIsSubmitted: true };

/** Updates fields without unsaved changes when the stored user changes, for example after an import. */
function useStoredValues(user: OwnUser, { reset }: { reset: UseFormReset<DetailsForm> }) {
  useEffect(() => reset(valuesOf(DetailsForm, user), RESET_OPTIONS), [reset, user]);
}

export function Details({ user }: { user: OwnUser }) {
  const update = useProfileUpdate();
  const stored = valuesOf(DetailsForm, user);
  const { passwordError, setPasswordError, password } = usePasswordError();
  const save = useAction({ call: api.changeProfile, done, failed: saveFailed });
  const rules = async () => rulesOfChanges(ProfileChange, stored);
  const formOptions = { rules, messages, values: stored, send, focusesRefused: true };
  const { props, field, pending, slow, failure, touched, form } = useValidatedForm<DetailsForm>(formOptions);

  useUnsaved(touched);
  useStoredValues(user, form);

  async function send(values: DetailsForm) {
    const changes = changesOf(values, stored);
    const oldPassword = passwordError === undefined ? {} : { old_password: password.current?.value ?? '' };
    if (Object.keys(changes).length > 0) await save.send({ ...changes, ...oldPassword });
    else toast.info('Nenhuma alteração para salvar');
  }

  function saveFailed(error: unknown) {
    if (error instanceof api.ApiError) setPasswordError(error.fields['old_password'] ?? passwordError);
    failed();
  }

  function done(changed: OwnUser) {
    setPasswordError(undefined);
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
            passwordError !== undefined && (
              <PasswordField
                ref={password}
                label="Senha atual, para alterar o email"
                autoComplete="current-password"
                showLabel="Mostrar a senha que confirma o email"
                error={passwordMessages.old_password[passwordError]}
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
