import { type EmailForm, type OwnUser, ProfileChange } from '#contract/user.ts';
import { ApiError } from '../../../api.ts';
import { EmailField } from '../../../components/forms/field.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { CallButton } from '../../../components/pending.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { toast } from '../../../components/toast.ts';
import { texts } from '../../../messages.ts';
import { rememberEmail, useRequiredSession } from '../../../session.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { useAction, useCachedUser } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { resolverOfChanges, unlessUnchanged } from '../changes.ts';
import { emailMessages as messages, passwordMessages } from '../messages.ts';
import { Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { usePasswordError } from './password-error.ts';

export function Email({ user }: { user: OwnUser }) {
  const { replace } = useCachedUser<OwnUser>();
  const session = useRequiredSession();
  const stored = { email: user.email };
  const { passwordError, setPasswordError, passwordField } = usePasswordError();
  const save = useAction({ call, done: unlessUnchanged(done), failed });
  const resolver = resolverOfChanges(ProfileChange, stored);
  const formOptions = { resolver, messages, values: stored, call: save, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<EmailForm>(formOptions);
  useUnsaved(touched);

  async function call(token: string, { email }: EmailForm) {
    if (email === stored.email) return undefined;
    const oldPassword = passwordError === undefined ? {} : { old_password: passwordField.current?.value ?? '' };
    return api.changeProfile(token, { email, ...oldPassword });
  }

  function failed(error: unknown) {
    if (error instanceof ApiError) setPasswordError(error.fields['old_password'] ?? passwordError);
    toast.error('Não foi possível salvar o email');
  }

  function done(changed: OwnUser) {
    setPasswordError(undefined);
    replace(changed);
    rememberEmail(session.token, changed.email);
    form.reset({ email: changed.email });
    toast.success('Email salvo');
  }

  return (
    <Section anchor="email" title="Seu email" lead="Com ele você entra na conta. Outras pessoas da Trilha não o veem.">
      <form {...props}>
        <EmailField label={texts.signUp.email} autoComplete="email" {...field('email')} />
        {passwordError !== undefined && (
          <PasswordField
            ref={passwordField}
            label="Senha atual, para alterar o email"
            autoComplete="current-password"
            showLabel="Mostrar a senha que confirma o email"
            error={passwordMessages.old_password[passwordError]}
          />
        )}
        <Actions>
          <CallButton type="submit" call={save}>
            Salvar email
          </CallButton>
        </Actions>
      </form>
    </Section>
  );
}
