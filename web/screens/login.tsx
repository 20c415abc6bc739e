import { useContext, useState } from 'react';
import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import type { LogInForm, Session } from '#contract/session.ts';
import * as api from '../api.ts';
import { useCall } from '../call.ts';
import { CallButton } from '../components/pending.tsx';
import { EmailField } from '../components/forms/field.tsx';
import { FormPage } from '../components/form-page.tsx';
import { PasswordField } from '../components/forms/password-field.tsx';
import { toast } from '../components/toast.ts';
import { lazyResolver, useValidatedForm } from '../shell/forms/form.ts';
import { PrefetchContext } from '../loading/prefetched.tsx';
import { logInMessages, texts, toasts } from '../messages.ts';
import { deleteDraft, lastEmail, rememberEmail, startSession } from '../session.ts';
import { later } from '../shell/late-toast.ts';
import { OtherForm } from '../shell/forms/other-form.tsx';
import { QuietLinks } from '../shell/forms/quiet-links.tsx';
import styles from './login.module.css';

const resolver = lazyResolver((rules) => rules.logIn);

function done({ token, user }: Session, { email }: LogInForm) {
  startSession({ token, userId: user.id });
  rememberEmail(token, email);
  later(() => toast.success(toasts.loggedIn));
}

function late({ token }: Session) {
  deleteDraft('login');
  api.logOut(token).catch(() => undefined);
}

export function LogIn() {
  const prefetchScreen = useContext(PrefetchContext);
  const [email] = useState(lastEmail);
  // Default values would overwrite text that was typed before hydration.
  const values = email === '' ? {} : { values: { email, password: '' } };
  const call = useCall({ call: api.logIn, done, late, failed });
  const { props, field, form } = useValidatedForm<LogInForm>({
    resolver,
    messages: logInMessages,
    call,
    draft: 'login',
    ...values,
  });

  function failed(error: unknown) {
    toast.error(toasts.logInFailed);
    if (api.codeOf(error) !== 'invalid-credentials') return;
    form.clearSent('password');
    form.focus('password');
  }

  return (
    <FormPage
      className={styles.page}
      heading={texts.logIn.title}
      links={
        <>
          <p className={styles.forgotten}>
            <Link to={PAGES.reset.path}>Esqueci minha senha</Link>
          </p>
          <QuietLinks />
        </>
      }
    >
      <title>Login · Trilha</title>
      <form {...props}>
        <EmailField label={texts.logIn.email} autoComplete="username" {...field('email')} />
        <PasswordField
          label={texts.logIn.password}
          autoComplete="current-password"
          showLabel="Mostrar o que digitei"
          onFocus={() => prefetchScreen('dashboard')}
          {...field('password')}
        />
        <CallButton type="submit" call={call}>
          {texts.logIn.submit}
        </CallButton>
      </form>
      <OtherForm question={texts.logIn.noAccount} path={PAGES.signup.path}>
        {texts.logIn.signUp}
      </OtherForm>
    </FormPage>
  );
}
