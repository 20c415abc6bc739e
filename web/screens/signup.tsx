import { useLocation } from 'wouter';
import { COURSE_MODULES } from '#contract/choices.ts';
import { PAGES } from '#contract/pages.ts';
import type { SignUpForm } from '#contract/user.ts';
import * as api from '../api.ts';
import { useCall } from '../call.ts';
import { CallButton } from '../components/forms/call-button.tsx';
import { FormCard, FormPage, OtherForm } from '../components/form-card.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PasswordField } from '../components/forms/password-field.tsx';
import { toast } from '../components/toast.ts';
import { lazyResolver, useValidatedForm } from '../shell/forms/form.ts';
import { allRequired, passwordHint, signUpMessages, texts, toasts } from '../messages.ts';
import { ProfileFields } from '../shell/forms/profile-fields.tsx';
import { QuietLinks } from '../shell/forms/quiet-links.tsx';
import styles from './signup.module.css';

const placeholders: Partial<SignUpForm> = {
  name: 'Digite aqui seu nome',
  email: 'Digite aqui seu email',
  bio: 'Fale sobre você',
  contact: 'https://linkedin.com/in/voce',
};

const resolver = lazyResolver((rules) => rules.signUp);

async function send({ confirmedPassword, ...input }: SignUpForm) {
  const user = await api.signUp(input);
  // oxlint-disable-next-line no-console -- the specification logs the response; the id alone is no personal data
  if (import.meta.env.DEV) console.info('signed up', user.id);
}

export function SignUp() {
  const [, navigate] = useLocation();
  const call = useCall({ call: send, done, failed: toasts.signUpFailed });
  const { props, field } = useValidatedForm({ resolver, messages: signUpMessages, call });

  function done() {
    toast.success(toasts.signedUp);
    navigate(PAGES.login.path);
  }

  return (
    <FormPage className={styles.page} links={<QuietLinks />}>
      <title>Cadastro · Trilha</title>
      <p className={styles.about}>
        Na Trilha você mantém a lista das tecnologias que conhece, cada uma com o seu nível.
      </p>
      <FormCard heading={<PageHeading>{texts.signUp.title}</PageHeading>} subtitle={texts.signUp.subtitle}>
        <p className={styles.required}>{allRequired}</p>
        <form {...props}>
          <ProfileFields
            modules={COURSE_MODULES}
            field={(name) => ({ ...field(name), placeholder: placeholders[name] })}
          >
            {() => (
              <>
                <PasswordField
                  label={texts.signUp.password}
                  autoComplete="new-password"
                  placeholder="Digite aqui sua senha"
                  hint={passwordHint}
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
              </>
            )}
          </ProfileFields>
          <CallButton type="submit" call={call}>
            {texts.signUp.submit}
          </CallButton>
        </form>
        <OtherForm question="Já tem uma conta?" path={PAGES.login.path} onGo={navigate}>
          {texts.signUp.login}
        </OtherForm>
      </FormCard>
    </FormPage>
  );
}
