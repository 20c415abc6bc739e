import { type EmailForm, type OwnUser, ProfileChange } from '#contract/user.ts';
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
import { usePasswordConfirmation } from './password-confirmation.ts';

export function Email({ user }: { user: OwnUser }) {
  const { replace } = useCachedUser<OwnUser>();
  const session = useRequiredSession();
  const stored = { email: user.email };
  const password = usePasswordConfirmation('old_password', passwordMessages.old_password);
  const save = useAction({ call, done: unlessUnchanged(done), failed });
  const resolver = resolverOfChanges(ProfileChange, stored);
  const formOptions = { resolver, messages, values: stored, call: save, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<EmailForm>(formOptions);
  useUnsaved(touched);

  async function call(token: string, { email }: EmailForm) {
    if (email === stored.email) return undefined;
    return api.changeProfile(token, { email, ...password.confirmation() });
  }

  function failed(error: unknown) {
    password.refused(error);
    toast.error('Não foi possível salvar o email');
  }

  function done(changed: OwnUser) {
    password.accepted();
    replace(changed);
    rememberEmail(session.token, changed.email);
    form.reset({ email: changed.email });
    toast.success('Email salvo');
  }

  return (
    <Section anchor="email" title="Seu email" lead="Com ele você entra na conta. Outras pessoas da Trilha não o veem.">
      <form {...props}>
        <EmailField label={texts.signUp.email} autoComplete="email" {...field('email')} />
        {password.field && (
          <PasswordField
            label="Senha atual, para alterar o email"
            showLabel="Mostrar a senha que confirma o email"
            {...password.field}
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
