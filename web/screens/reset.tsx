import { useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { RESET_HOURS } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { PasswordResetForm, ResetLinkRequest } from '#contract/user.ts';
import * as api from '../api.ts';
import { useCall } from '../call.ts';
import { CallButton } from '../components/pending.tsx';
import { FormPage } from '../components/form-page.tsx';
import { EmailField } from '../components/forms/field.tsx';
import { toast } from '../components/toast.ts';
import { lazyResolver, useValidatedForm } from '../shell/forms/form.ts';
import { NewPasswordFields } from '../shell/forms/new-password-fields.tsx';
import { newPasswordMessages as messages, signUpMessages } from '../messages.ts';
import { inWords } from '../components/secondary/number-words.ts';
import { currentSession, endSession } from '../session.ts';
import { HomeLink } from '../shell/header.tsx';
import { OperatorContact } from '../shell/secondary/operator.tsx';
import { QuietLinks } from '../shell/forms/quiet-links.tsx';
import styles from './reset.module.css';

const linkMessages = { email: signUpMessages.email };
const RESET_TIME = inWords(RESET_HOURS, 'hora');
const passwordResolver = lazyResolver((rules) => rules.passwordReset);
const linkResolver = lazyResolver((rules) => rules.resetLink);

let token = import.meta.env.SSR ? '' : takeToken();

function takeToken(): string {
  const fragment = location.hash.slice(1);
  if (fragment !== '') history.replaceState(history.state, '', location.pathname);
  return fragment;
}

// Opening another link in the same tab only changes the fragment, without a page load.
function subscribeToHash(notify: () => void) {
  const updateToken = () => {
    token = takeToken() || token;
    notify();
  };
  // The next person at this tab must not set the password of the one who opened the link, also by Back.
  const forget = () => {
    token = '';
    notify();
  };
  addEventListener('hashchange', updateToken);
  addEventListener('pagehide', forget);
  return () => {
    removeEventListener('hashchange', updateToken);
    removeEventListener('pagehide', forget);
    if (location.pathname !== PAGES.reset.path) token = '';
  };
}

export function Reset() {
  const currentToken = useSyncExternalStore(
    subscribeToHash,
    () => token,
    () => '',
  );
  const [expiredToken, setExpiredToken] = useState('');
  const expired = expiredToken !== '';
  // The build prerenders this page without knowing whether the server can send mail.
  const canMail = useSyncExternalStore(
    () => () => undefined,
    () => document.querySelector('meta[name="reset-links"]') !== null,
    () => false,
  );
  const LinkHelp = canMail ? RequestLink : OperatorHelp;
  return (
    <FormPage className={styles.page} lead={<HomeLink height={40} />} heading="Redefinir senha" links={<QuietLinks />}>
      <title>Redefinir senha · Trilha</title>
      {currentToken === '' || currentToken === expiredToken ? (
        <LinkHelp expired={expired} />
      ) : (
        <NewPassword key={currentToken} token={currentToken} onExpired={() => setExpiredToken(currentToken)} />
      )}
    </FormPage>
  );
}

function focus(message: HTMLElement | null) {
  message?.focus();
}

function ExpiredLink() {
  return (
    <p ref={focus} role="alert" tabIndex={-1}>
      Este link já foi usado ou não vale mais.
    </p>
  );
}

function OperatorHelp({ expired }: { expired: boolean }) {
  return (
    <div className={styles.body}>
      {expired && <ExpiredLink />}
      <p>
        {`Peça um ${expired ? 'novo ' : ''}link a quem mantém este servidor: `}
        <OperatorContact />.
      </p>
      <p>{`O link leva a esta página, vale por ${RESET_TIME} e só pode ser usado uma vez.`}</p>
      <Link to={PAGES.login.path}>Voltar ao login</Link>
    </div>
  );
}

function RequestLink({ expired }: { expired: boolean }) {
  const [sentTo, setSentTo] = useState('');
  const call = useCall({
    async call(values: ResetLinkRequest) {
      setSentTo('');
      await api.requestResetLink(values);
    },
    done: (_result, { email }) => setSentTo(email),
    failed: 'Não foi possível pedir o link',
  });
  const { props, field } = useValidatedForm({ resolver: linkResolver, messages: linkMessages, call, draft: 'login' });

  return (
    <>
      <div className={styles.body}>
        {expired && <ExpiredLink />}
        <p>Digite o email da sua conta. Enviamos a ele um link para redefinir a senha.</p>
      </div>
      <form {...props}>
        <EmailField label="Email" autoComplete="username" {...field('email')} />
        <CallButton type="submit" call={call}>
          Enviar o link
        </CallButton>
      </form>
      <div className={styles.body}>
        <div role="status">
          {/* Must not reveal whether the e-mail has an account. */}
          {sentTo !== '' && (
            <>
              <p>
                Se houver uma conta com o email <strong>{sentTo}</strong>
                {`, o link chega em alguns minutos. Ele vale por ${RESET_TIME}.`}
              </p>
              <p>
                Não chegou? Veja também o spam. Para pedir ajuda, fale com quem mantém este servidor:{' '}
                <OperatorContact />.
              </p>
            </>
          )}
        </div>
        <Link to={PAGES.login.path}>Voltar ao login</Link>
      </div>
    </>
  );
}

function NewPassword({ token: linkToken, onExpired }: { token: string; onExpired: () => void }) {
  const [, navigate] = useLocation();
  const call = useCall({
    call: ({ password }: PasswordResetForm) => api.resetPassword({ token: linkToken, password }),
    done,
    late: onExpired,
    failed,
  });
  const { props, field } = useValidatedForm({ resolver: passwordResolver, messages, call, focusesRefused: true });

  function done() {
    token = '';
    const session = currentSession();
    // With an open session, the guard would redirect away from the login.
    if (session !== null) {
      endSession();
      api.logOut(session.token).catch(() => undefined);
    }
    toast.success('Senha redefinida. Entre com a nova senha.');
    navigate(PAGES.login.path, { replace: true });
  }

  function failed(error: unknown) {
    if (error instanceof api.ApiError && error.fields['token'] !== undefined) onExpired();
    else toast.error('Não foi possível redefinir a senha');
  }

  return (
    <form {...props}>
      <NewPasswordFields field={field} />
      <p className={styles.note}>Ao redefinir a senha, todas as suas sessões são encerradas.</p>
      <CallButton type="submit" call={call}>
        Redefinir a senha
      </CallButton>
    </form>
  );
}
