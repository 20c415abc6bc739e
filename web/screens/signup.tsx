import { useNavigate } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import type { SignUpForm } from '#contract/user.ts';
import { COURSE_MODULES } from '#contract/choices.ts';
import * as api from '../api.ts';
import { Button } from '../components/button.tsx';
import { Field, SelectField, TextAreaField } from '../components/field.tsx';
import { FormCard, FormPage } from '../components/form-card.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { PendingStatus, useSlow } from '../components/pending.tsx';
import { toast } from '../components/toast.ts';
import { useRuledForm } from '../form.ts';
import { signUpMessages, texts, toasts } from '../messages.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { QuietLinks } from '../shell/quiet-links.tsx';
import styles from './signup.module.css';

const MODULES = COURSE_MODULES.map((value) => ({ value, label: value }));

const rules = async () => (await import('../rules.ts')).signUp;

function failed() {
  toast.error(toasts.signUpFailed);
}

export function SignUp() {
  const navigate = useNavigate();
  const { props, field, pending } = useRuledForm<SignUpForm>({ rules, messages: signUpMessages, send, failed });
  const slow = useSlow(pending);

  async function send({ confirmedPassword, ...person }: SignUpForm) {
    const user = await api.signUp(person);
    // oxlint-disable-next-line no-console -- the specification has the answer logged; the id alone is no personal data
    if (import.meta.env.DEV) console.info('signed up', user.id);
    toast.success(toasts.signedUp);
    void navigate(PAGES.login.path);
  }

  return (
    <FormPage className={styles.page} links={<QuietLinks />}>
      <title>Cadastro · Trilha</title>
      <FormCard heading={<PageHeading>{texts.signUp.title}</PageHeading>} subtitle={texts.signUp.subtitle}>
        <form {...props}>
          <Fields field={field} />
          <Button type="submit" pending={pending}>
            {texts.signUp.submit}
          </Button>
          <PendingStatus pending={pending} slow={slow} />
        </form>
        <Button tone="secondary" data-to={PAGES.login.path} onClick={() => void navigate(PAGES.login.path)}>
          {texts.signUp.login}
        </Button>
      </FormCard>
    </FormPage>
  );
}

/** In the order that the specification lists them. */
function Fields({ field }: { field: ReturnType<typeof useRuledForm<SignUpForm>>['field'] }) {
  return (
    <>
      <Field label={texts.signUp.name} autoComplete="name" placeholder="Digite aqui seu nome" {...field('name')} />
      <Field
        label={texts.signUp.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Digite aqui seu email"
        {...field('email')}
      />
      <PasswordField
        label={texts.signUp.password}
        autoComplete="new-password"
        placeholder="Digite aqui sua senha"
        hint="Mínimo de 6 letras ou números"
        showLabel="Mostrar o que digitei"
        {...field('password', { deps: ['confirmedPassword'] })}
      />
      <PasswordField
        label={texts.signUp.confirmedPassword}
        autoComplete="new-password"
        placeholder="Repita sua senha"
        showLabel="Mostrar a repetição"
        {...field('confirmedPassword')}
      />
      <SelectField
        label={texts.signUp.courseModule}
        autoComplete="off"
        options={MODULES}
        empty="Escolha um módulo"
        {...field('course_module')}
      />
      <TextAreaField label={texts.signUp.bio} autoComplete="off" placeholder="Fale sobre você" {...field('bio')} />
      <Field
        label={texts.signUp.contact}
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://linkedin.com/in/voce"
        {...field('contact')}
      />
    </>
  );
}
