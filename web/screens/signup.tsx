import { useNavigate } from 'react-router';
import { COURSE_MODULES, SignUpForm } from '#contract/user.ts';
import * as api from '../api.ts';
import { Button } from '../components/button.tsx';
import { Field, SelectField, TextAreaField } from '../components/field.tsx';
import { FormCard, FormPage } from '../components/form-card.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { PendingStatus, useSlow } from '../components/pending.tsx';
import { toast } from '../components/toaster.tsx';
import { useSchemaForm } from '../form.ts';
import { signUpMessages, texts, toasts } from '../messages.ts';
import { PageHeading } from '../page.tsx';

const EMPTY = { name: '', email: '', password: '', confirmedPassword: '', bio: '', contact: '', course_module: '' };
const MODULES = COURSE_MODULES.map((value) => ({ value, label: value }));

export function SignUp() {
  const navigate = useNavigate();
  const { field, submit, refuse, pending } = useSchemaForm(SignUpForm, signUpMessages, EMPTY);
  const slow = useSlow(pending);

  async function signUp({ confirmedPassword, ...person }: SignUpForm) {
    try {
      const user = await api.signUp(person);
      // oxlint-disable-next-line no-console -- the specification has the answer logged; the id alone is no personal data
      if (import.meta.env.DEV) console.info('signed up', user.id);
    } catch (error) {
      toast.error(toasts.signUpFailed);
      // Which e-mails have an account is nobody's business: of a taken one nothing is said under the field.
      if (error instanceof api.Refusal && error.code === 'validation') refuse(error);
      return;
    }
    toast.success(toasts.signedUp);
    void navigate('/login');
  }

  return (
    <FormPage>
      <title>Cadastro · Trilha</title>
      <FormCard heading={<PageHeading>{texts.signUp.title}</PageHeading>} subtitle={texts.signUp.subtitle}>
        <form method="post" noValidate aria-busy={pending} onSubmit={submit(signUp)}>
          <Fields field={field} />
          <Button type="submit" pending={pending}>
            {texts.signUp.submit}
          </Button>
          <PendingStatus pending={pending} slow={slow} />
        </form>
        <Button tone="secondary" onClick={() => void navigate('/login')}>
          {texts.signUp.login}
        </Button>
      </FormCard>
    </FormPage>
  );
}

/** In the order that the specification lists them. */
function Fields({ field }: { field: ReturnType<typeof useSchemaForm<SignUpForm>>['field'] }) {
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
