import { useNavigate } from 'react-router';
import { LogInForm } from '#contract/session.ts';
import * as api from '../api.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { FormCard, FormPage } from '../components/form-card.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { PendingStatus, useSlow } from '../components/pending.tsx';
import { toast } from '../components/toaster.tsx';
import { useSchemaForm } from '../form.ts';
import { later } from '../later.ts';
import { logInMessages, texts, toasts } from '../messages.ts';
import { PageHeading } from '../page.tsx';
import { startSession } from '../session.ts';
import styles from './login.module.css';

export function LogIn() {
  const navigate = useNavigate();
  const { field, submit, refuse, pending, form } = useSchemaForm(LogInForm, logInMessages, { email: '', password: '' });
  const slow = useSlow(pending);

  async function logIn(values: LogInForm) {
    let session;
    try {
      session = await api.logIn(values);
    } catch (error) {
      toast.error(toasts.logInFailed);
      if (!(error instanceof api.Refusal)) return;
      refuse(error);
      if (error.code === 'invalid-credentials') {
        form.resetField('password');
        form.setFocus('password');
      }
      return;
    }
    // The guard of this screen sends whoever has a session on to the dashboard.
    startSession({ token: session.token, userId: session.user.id });
    later(() => toast.success(toasts.loggedIn));
  }

  return (
    <FormPage>
      <title>Login · Trilha</title>
      <FormCard heading={<PageHeading>{texts.logIn.title}</PageHeading>}>
        <form method="post" noValidate aria-busy={pending} onSubmit={submit(logIn)}>
          <Field
            label={texts.logIn.email}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...field('email')}
          />
          <PasswordField
            label={texts.logIn.password}
            autoComplete="current-password"
            showLabel="Mostrar o que digitei"
            {...field('password')}
          />
          <Button type="submit" pending={pending}>
            {texts.logIn.submit}
          </Button>
          <PendingStatus pending={pending} slow={slow} />
        </form>
        <p className={styles.noAccount}>{texts.logIn.noAccount}</p>
        <Button tone="secondary" onClick={() => void navigate('/')}>
          {texts.logIn.signUp}
        </Button>
      </FormCard>
    </FormPage>
  );
}
