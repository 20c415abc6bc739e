import { useLocation } from 'wouter';
import { COURSE_MODULES } from '#contract/choices.ts';
import { PAGES } from '#contract/pages.ts';
import type { SignUpForm } from '#contract/user.ts';
import * as api from '../api.ts';
import examplePage from '../assets/example-page.webp';
import { useCall } from '../call.ts';
import { EmailField } from '../components/forms/field.tsx';
import { CallButton } from '../components/pending.tsx';
import { FormPage } from '../components/form-page.tsx';
import { Logo } from '../components/logo.tsx';
import { toast } from '../components/toast.ts';
import { lazyResolver, useValidatedForm, type Register } from '../shell/forms/form.ts';
import { allRequired, signUpMessages, texts, toasts } from '../messages.ts';
import { deleteDraft, storeDraft } from '../session.ts';
import { sameWayBack } from '../way-back.ts';
import { NewPasswordFields } from '../shell/forms/new-password-fields.tsx';
import { ProfileFields } from '../shell/forms/profile-fields.tsx';
import { OtherForm } from '../shell/forms/other-form.tsx';
import { QuietLinks } from '../shell/forms/quiet-links.tsx';
import styles from './signup.module.css';

const placeholders: Partial<SignUpForm> = {
  name: 'Digite aqui seu nome',
  email: 'Digite aqui seu email',
  password: 'Digite aqui sua senha',
  confirmedPassword: 'Repita sua senha',
  bio: 'Fale sobre você',
  contact: 'https://linkedin.com/in/voce',
};

// The same text for every refusal: it must not reveal whether the e-mail has an account.
const REFUSAL = 'Se você já tem uma conta com este email, entre nela ou use "Esqueci minha senha".';

const resolver = lazyResolver((rules) => rules.signUp);

async function send({ confirmedPassword, ...input }: SignUpForm) {
  const user = await api.signUp(input);
  // oxlint-disable-next-line no-console -- the specification asks for a log of the response; only the id, and only in development
  if (import.meta.env.DEV) console.info('signed up', user.id);
}

export function SignUp() {
  const [, navigate] = useLocation();
  const call = useCall({ call: send, done, late: () => deleteDraft('signup'), failed: toasts.signUpFailed });
  const draft = 'signup';
  const { props, field } = useValidatedForm({ resolver, messages: signUpMessages, call, refusal: REFUSAL, draft });

  const fieldOf: Register<keyof SignUpForm> = (name, options) => ({
    ...field(name, options),
    placeholder: placeholders[name],
  });

  function done(_result: unknown, { email }: SignUpForm) {
    deleteDraft('signup');
    storeDraft('login', { email });
    toast.success(toasts.signedUp);
    navigate(PAGES.login.path, sameWayBack());
  }

  return (
    <FormPage
      className={styles.page}
      lead={<Lead />}
      heading={texts.signUp.title}
      subtitle={texts.signUp.subtitle}
      links={<QuietLinks />}
    >
      <title>Cadastro · Trilha</title>
      <p className={styles.required}>{allRequired}</p>
      <form {...props}>
        <ProfileFields modules={COURSE_MODULES} field={fieldOf}>
          <EmailField label={texts.signUp.email} autoComplete="email" {...fieldOf('email')} />
          <NewPasswordFields field={fieldOf} labels={texts.signUp} showLabel="Mostrar o que digitei" />
        </ProfileFields>
        <CallButton type="submit" call={call}>
          {texts.signUp.submit}
        </CallButton>
      </form>
      <OtherForm question="Já tem uma conta?" path={PAGES.login.path}>
        {texts.signUp.login}
      </OtherForm>
    </FormPage>
  );
}

/** Beside the form. On narrow screens the style sheet hides the example, so its picture is not loaded. */
function Lead() {
  return (
    <div className={styles.lead}>
      <Logo height={40} />
      <p className={styles.about}>
        Na Trilha você mantém a lista das tecnologias que conhece, cada uma com o seu nível.
      </p>
      <div className={styles.example}>
        <ul>
          <li>Uma página com link próprio, para o currículo e o LinkedIn</li>
          <li>Projetos e evolução que comprovam cada nível</li>
          <li>Cartão e selos para o GitHub; você escolhe o que é público</li>
          <li>Turmas: quem ensina vê o que cada pessoa já sabe</li>
        </ul>
        <img
          src={examplePage}
          width={960}
          height={1500}
          loading="lazy"
          alt="Exemplo de página, com retrato, tecnologias e níveis"
        />
      </div>
    </div>
  );
}
