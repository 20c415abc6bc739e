import { useQueryClient } from '@tanstack/react-query';
import type { PasswordForm } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { PasswordField } from '../../../components/password-field.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import type { OwnProfile } from '../own-profile.ts';
import { password } from '../rules.ts';
import { Actions, Section } from '../section.tsx';
import { useSectionForm } from '../use-section-form.ts';
import { passwordMessages } from '../words.ts';

const EMPTY: PasswordForm = { old_password: '', password: '', confirmedPassword: '' };
const rules = () => Promise.resolve(password);

export function Password({ profile: { token, user, tell } }: { profile: OwnProfile }) {
  const client = useQueryClient();
  const { props, field, pending, slow, form } = useSectionForm<PasswordForm>({
    rules,
    messages: passwordMessages,
    values: EMPTY,
    send,
    failure: 'Não foi possível mudar a senha',
    tell,
  });

  async function send({ confirmedPassword, ...change }: PasswordForm) {
    await api.changeProfile(token, change);
    form.reset(EMPTY);
    toast.success('Senha alterada');
    // The server has ended all others with the old password.
    void client.invalidateQueries({ queryKey: ['sessions'] });
  }

  return (
    <Section title="Senha" lead="Ao mudar a senha, as suas outras sessões são encerradas. Esta continua aberta.">
      <form {...props}>
        {/* A password manager needs to know whose password this is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Senha atual"
          autoComplete="current-password"
          showLabel="Mostrar a senha atual"
          {...field('old_password')}
        />
        <PasswordField
          label="Nova senha"
          autoComplete="new-password"
          hint="Mínimo de 6 letras ou números"
          showLabel="Mostrar a nova senha"
          {...field('password', { deps: ['confirmedPassword'] })}
        />
        <PasswordField
          label="Repetir a nova senha"
          autoComplete="new-password"
          showLabel="Mostrar a repetição"
          {...field('confirmedPassword')}
        />
        <Actions>
          <Button type="submit" pending={pending}>
            Mudar a senha
          </Button>
          <PendingStatus pending={pending} slow={slow} />
        </Actions>
      </form>
    </Section>
  );
}
