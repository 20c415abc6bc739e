import type { AccountEvent } from '#contract/event.ts';
import { PasswordForm, type OwnUser } from '#contract/user.ts';
import { longDate } from '../../../components/dates.ts';
import { CallButton } from '../../../components/pending.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { toast } from '../../../components/toast.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { NewPasswordFields } from '../../../shell/forms/new-password-fields.tsx';
import { resolverOf } from '../../../rules.ts';
import { useAction, useCached } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { EVENTS, useEvents } from './activity.tsx';
import { passwordMessages as messages } from '../messages.ts';
import { SESSIONS } from './sessions.tsx';

const values: PasswordForm = { old_password: '', password: '', confirmedPassword: '' };
const resolver = resolverOf<PasswordForm>(PasswordForm);

export function Password({ user }: { user: OwnUser }) {
  const { reload: reloadSessions } = useCached(SESSIONS);
  const { reload: reloadEvents } = useCached(EVENTS);
  const change = useAction({
    call: (token, { confirmedPassword, ...input }: PasswordForm) => api.changeProfile(token, input),
    done,
    failed: 'Não foi possível alterar a senha',
  });
  const formOptions = { resolver, messages, values, call: change, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<PasswordForm>(formOptions);
  const reset = resetAt(useEvents().data);
  useUnsaved(touched);

  function done() {
    form.reset(values);
    toast.success('Senha alterada');
    reloadSessions();
    reloadEvents();
  }

  return (
    <Section anchor="senha" lead="Ao alterar a senha, suas outras sessões são encerradas. Esta continua aberta.">
      <form {...props}>
        {/* Password managers read the username from this field. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Senha atual"
          autoComplete="current-password"
          showLabel="Mostrar a senha atual"
          {...field('old_password')}
        />
        <NewPasswordFields field={field} />
        <Actions>
          <CallButton type="submit" call={change}>
            Alterar a senha
          </CallButton>
        </Actions>
      </form>
      {reset !== undefined && (
        <p className="note">
          Senha redefinida em <time dateTime={reset}>{longDate(new Date(reset))}</time>.
        </p>
      )}
    </Section>
  );
}

/** The time of the password reset, if a reset link set the current password within the log's retention. */
function resetAt(events: readonly AccountEvent[] = []): string | undefined {
  const last = events.find(({ kind }) => kind === 'password-reset' || kind === 'password-changed');
  return last?.kind === 'password-reset' ? last.created_at : undefined;
}
