import { PasswordField } from '../../components/forms/password-field.tsx';
import { newPasswordLabels, passwordHint } from '../../messages.ts';
import type { Register } from './form.ts';

type NewPasswordFieldsProps = {
  field: Register<'password' | 'confirmedPassword'>;
  labels?: { password: string; confirmedPassword: string };
  showLabel?: string;
};

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { field, labels = newPasswordLabels, showLabel = 'Mostrar a nova senha' } = props;
  return (
    <>
      <PasswordField
        label={labels.password}
        autoComplete="new-password"
        hint={passwordHint}
        showLabel={showLabel}
        {...field('password', { deps: ['confirmedPassword'] })}
      />
      <PasswordField
        label={labels.confirmedPassword}
        autoComplete="new-password"
        showLabel="Mostrar a repetição"
        {...field('confirmedPassword')}
      />
    </>
  );
}
