import { useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { RESET_HOURS } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { PasswordResetForm, ResetLinkRequest } from '#contract/user.ts';
import * as api from '../api.ts';
import { Button } from '../components/button.tsx';
import { FormCard, FormPage } from '../components/form-card.tsx';
import { EmailField } from '../components/forms/email-field.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PasswordField } from '../components/forms/password-field.tsx';
import { PendingStatus } from '../components/forms/pending.tsx';
import { toast } from '../components/toast.ts';
import { useRuledForm } from '../form.ts';
import { newPasswordMessages as messages, passwordHint, signUpMessages } from '../messages.ts';
import { inWords } from '../number-words.ts';
import { currentSession, endSession } from '../session.ts';
import { HomeLink } from '../shell/home-link.tsx';
import { Operator } from '../shell/operator.tsx';
import { QuietLinks } from '../shell/quiet-links.tsx';
import styles from './reset.module.css';

const RESET_TIME = inWords(RESET_HOURS, 'hora');
const rules = async () => (await import('../rules.ts')).passwordReset;
const linkRules = async () => (await import('../rules.ts')).resetLink;

let token = import.meta.env.SSR ? '' : takeToken();

/** What stands after "#": it leaves the address, and so the history and the screen. */
function takeToken(): string {
  const taken = location.hash.slice(1);
  if (taken !== '') history.replaceState(history.state, '', location.pathname);
  return taken;
}

// Another link, opened in the same tab, loads no page.
function watchAddress(changed: () => void) {
  const take = () => {
    token = takeToken() || token;
    changed();
  };
  addEventListener('hashchange', take);
  return () => removeEventListener('hashchange', take);
}

export function Reset() {
  const held = useSyncExternalStore(
    watchAddress,
    () => token,
    () => '',
  );
  const [over, setOver] = useState('');
  // The page is drawn by a build that knows no server.
  const mailsLinks = useSyncExternalStore(
    () => () => undefined,
    () => document.querySelector('meta[name="reset-links"]') !== null,
    () => false,
  );
  const Instead = mailsLinks ? AskForLink : WhomToAsk;
  return (
    <FormPage className={styles.page} logo={<HomeLink height={40} />} links={<QuietLinks />}>
      <title>Redefinir senha · Trilha</title>
      <FormCard heading={<PageHeading>Redefinir senha</PageHeading>}>
        {held === '' || held === over ? (
          <Instead over={over !== ''} />
        ) : (
          <NewPassword key={held} token={held} onOver={() => setOver(held)} />
        )}
      </FormCard>
    </FormPage>
  );
}

function focus(message: HTMLElement | null) {
  message?.focus();
}

/** Takes the focus from the form that it replaces. */
function Over() {
  return (
    <p ref={focus} role="alert" tabIndex={-1}>
      Este link já foi usado ou não vale mais.
    </p>
  );
}

function WhomToAsk({ over }: { over: boolean }) {
  return (
    <div className={styles.body}>
      {over && <Over />}
      <p>
        {over ? 'Peça um novo link a quem mantém este servidor: ' : 'Peça um link a quem mantém este servidor: '}
        <Operator />.
      </p>
      <p>{`O link leva a esta página, vale por ${RESET_TIME} e só pode ser usado uma vez.`}</p>
      <Link to={PAGES.login.path}>Voltar ao login</Link>
    </div>
  );
}

function notAsked() {
  toast.error('Não foi possível pedir o link');
}

function AskForLink({ over }: { over: boolean }) {
  const [asked, setAsked] = useState('');
  const ruled = { rules: linkRules, messages: { email: signUpMessages.email }, send, failed: notAsked };
  const { props, field, pending, slow, failure } = useRuledForm<ResetLinkRequest>(ruled);

  async function send(values: ResetLinkRequest) {
    setAsked('');
    await api.requestResetLink(values);
    setAsked(values.email);
  }

  return (
    <>
      <div className={styles.body}>
        {over && <Over />}
        <p>Digite o email da sua conta. Enviamos a ele um link para redefinir a senha.</p>
      </div>
      <form {...props}>
        <EmailField label="Email" autoComplete="username" {...field('email')} />
        <Button type="submit" pending={pending}>
          Enviar o link
        </Button>
        <PendingStatus pending={pending} slow={slow} failure={failure} />
      </form>
      <div className={styles.body}>
        <div role="status">{asked !== '' && <Sent email={asked} />}</div>
        <Link to={PAGES.login.path}>Voltar ao login</Link>
      </div>
    </>
  );
}

/** Says the same of an e-mail that nobody has. */
function Sent({ email }: { email: string }) {
  return (
    <>
      <p>
        Se houver uma conta com o email <strong>{email}</strong>
        {`, o link chega em alguns minutos. Ele vale por ${RESET_TIME}.`}
      </p>
      <p>
        Não chegou? Veja também o spam. Para pedir ajuda, fale com quem mantém este servidor: <Operator />.
      </p>
    </>
  );
}

function NewPassword({ token: sent, onOver }: { token: string; onOver: () => void }) {
  const [, navigate] = useLocation();
  const ruled = { rules, messages, send, failed, focusesRefused: true };
  const { props, field, pending, slow, failure } = useRuledForm<PasswordResetForm>(ruled);

  async function send({ password }: PasswordResetForm) {
    await api.resetPassword({ token: sent, password });
    token = '';
    leaveSession();
    toast.success('Senha redefinida. Entre com a nova senha.');
    navigate(PAGES.login.path, { replace: true });
  }

  function failed(error: unknown) {
    if (error instanceof api.ApiError && error.fields['token'] !== undefined) onOver();
    else toast.error('Não foi possível redefinir a senha');
  }

  return (
    <form {...props}>
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        hint={passwordHint}
        showLabel="Mostrar a nova senha"
        {...field('password', { deps: ['confirmedPassword'] })}
      />
      <PasswordField
        label="Repetir a nova senha"
        autoComplete="new-password"
        showLabel="Mostrar a repetição"
        {...field('confirmedPassword')}
      />
      <p className={styles.note}>Ao redefinir a senha, todas as suas sessões são encerradas.</p>
      <Button type="submit" pending={pending}>
        Redefinir a senha
      </Button>
      <PendingStatus pending={pending} slow={slow} failure={failure} />
    </form>
  );
}

/** The login that follows would be led past: whoever is logged in here has no more to do with it. */
function leaveSession() {
  const session = currentSession();
  if (session === null) return;
  endSession();
  api.logOut(session.token).catch(() => undefined);
}
