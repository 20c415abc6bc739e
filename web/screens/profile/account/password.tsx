import { useQueryClient } from '@tanstack/react-query';
import { PasswordForm, type OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { CallButton } from '../../../components/forms/call-button.tsx';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { toast } from '../../../components/toast.ts';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { NewPasswordFields } from '../../../shell/forms/new-password-fields.tsx';
import { newPasswordLabels } from '../../../messages.ts';
import { resolverOf } from '../../../rules.ts';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { Actions, Section } from '../section.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { resetAt, useEvents } from './events.ts';
import styles from './password.module.css';
import { Day } from './time.tsx';
import { passwordMessages as messages } from '../messages.ts';

const values: PasswordForm = { old_password: '', password: '', confirmedPassword: '' };
const resolver = resolverOf<PasswordForm>(PasswordForm);

function changePassword(token: string, { confirmedPassword, ...change }: PasswordForm) {
  return api.changeProfile(token, change);
}

export function Password({ user }: { user: OwnUser }) {
  const client = useQueryClient();
  const change = useAction({ call: changePassword, done, failed: 'Não foi possível alterar a senha' });
  const formOptions = { resolver, messages, values, call: change, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<PasswordForm>(formOptions);
  const { data: events } = useEvents();
  const reset = resetAt(events);
  useUnsaved(touched);

  function done() {
    form.reset(values);
    toast.success('Senha alterada');
    void client.invalidateQueries({ queryKey: ['sessions'] });
    void client.invalidateQueries({ queryKey: ['events'] });
  }

  return (
    <Section anchor="senha" lead="Ao alterar a senha, as suas outras sessões são encerradas. Esta continua aberta.">
      <form {...props}>
        {/* Password managers read the username from this field. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Senha atual"
          autoComplete="current-password"
          showLabel="Mostrar a senha atual"
          {...field('old_password')}
        />
        <NewPasswordFields field={field} labels={newPasswordLabels} showLabel="Mostrar a nova senha" />
        <Actions>
          <CallButton type="submit" call={change}>
            Alterar a senha
          </CallButton>
        </Actions>
      </form>
      {reset !== undefined && (
        <p className={styles.reset}>
          Senha redefinida em <Day at={reset} />.
        </p>
      )}
    </Section>
  );
}
