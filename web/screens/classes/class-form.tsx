import { ClassForm } from '#contract/class.ts';
import type { Call } from '../../call.ts';
import { Field } from '../../components/forms/field.tsx';
import { CallButton } from '../../components/pending.tsx';
import { resolverOf } from '../../rules.ts';
import { useValidatedForm } from '../../shell/forms/form.ts';
import { classMessages as messages } from './messages.ts';

const resolver = resolverOf<ClassForm>(ClassForm);

type ClassNameFormProps = { name: string; submit: string; call: Call<ClassForm> };

export function ClassNameForm({ name, submit, call }: ClassNameFormProps) {
  const { props, field } = useValidatedForm<ClassForm>({
    resolver,
    messages,
    values: { name },
    call,
    focusesRefused: true,
  });
  return (
    <form {...props}>
      <Field
        label="Nome da turma"
        placeholder="Front-end, turma 7"
        autoComplete="off"
        data-autofocus
        {...field('name')}
      />
      <CallButton type="submit" call={call}>
        {submit}
      </CallButton>
    </form>
  );
}
