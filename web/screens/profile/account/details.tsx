import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { COURSE_MODULES } from '#contract/choices.ts';
import { DetailsForm, ProfileChange, type OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { CallButton } from '../../../components/pending.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { toast } from '../../../components/toast.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { valuesOf, withStored } from '../../../rules.ts';
import { rememberEmail } from '../../../session.ts';
import { ProfileFields } from '../../../shell/forms/profile-fields.tsx';
import { useCachedUser } from '../../../shell/signed-in/screen-cache.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { changesOf, resolverOfChanges } from '../changes.ts';
import { Actions, Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { detailsMessages as messages, passwordMessages } from '../messages.ts';

/** The error code of `old_password`. A strict server requires that field, and only its response says so. */
function usePasswordError() {
  const [passwordError, setPasswordError] = useState<string>();
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (passwordError !== undefined) password.current?.focus();
  }, [passwordError]);
  return { passwordError, setPasswordError, password };
}

export function Details({ user }: { user: OwnUser }) {
  const { update } = useCachedUser<OwnUser>();
  const stored = valuesOf(DetailsForm, user);
  const { passwordError, setPasswordError, password } = usePasswordError();
  const change = useAction({ call, done, failed });
  const resolver = resolverOfChanges(ProfileChange, stored);
  const formOptions = { resolver, messages, values: stored, call: change, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<DetailsForm>(formOptions);

  useUnsaved(touched);
  // The stored user also changes elsewhere, for example in an import.
  const showStored = useEffectEvent((latest: DetailsForm) => form.save(latest, { keepUnsaved: true }));
  useEffect(() => showStored(valuesOf(DetailsForm, user)), [user]);

  async function call(token: string, values: DetailsForm) {
    const changes = changesOf(values, stored);
    const oldPassword = passwordError === undefined ? {} : { old_password: password.current?.value ?? '' };
    return Object.keys(changes).length === 0 ? undefined : api.changeProfile(token, { ...changes, ...oldPassword });
  }

  function failed(error: unknown) {
    if (error instanceof api.ApiError) setPasswordError(error.fields['old_password'] ?? passwordError);
    toast.error('Não foi possível salvar os dados');
  }

  function done(changed: OwnUser | undefined) {
    if (changed === undefined) {
      toast.info('Nenhuma alteração para salvar');
      return;
    }
    setPasswordError(undefined);
    update(() => changed);
    rememberEmail(changed.email);
    form.reset(valuesOf(DetailsForm, changed));
    toast.success('Dados salvos');
  }

  return (
    <Section
      anchor="dados"
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
          <CallButton type="submit" call={change}>
            Salvar dados
          </CallButton>
        </Actions>
      </form>
    </Section>
  );
}
