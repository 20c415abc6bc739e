import type { ReactNode } from 'react';
import { levelLabel, LEVELS } from '#contract/choices.ts';
import { TechnologyForm } from '#contract/technology.ts';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/forms/field.tsx';
import { Modal } from '../../components/modal.tsx';
import { PendingStatus } from '../../components/forms/pending.tsx';
import { useRuledForm } from '../../form.ts';
import { technologyMessages as messages } from '../../messages.ts';
import { rulesOf, withStored } from '../../rules.ts';
import { Suggestion } from './suggestion.tsx';
import styles from './technology-form.module.css';

const resolver = rulesOf<TechnologyForm>(TechnologyForm);
const rules = async () => resolver;

type TechnologyFormProps = {
  words: { title: string; name: string; placeholder?: string; status: string; submit: string };
  values: TechnologyForm;
  send: (values: TechnologyForm) => Promise<void>;
  onClose: () => void;
  /** The titles in the list; given, the title's field offers other names. */
  taken?: readonly string[];
  children?: ReactNode;
};

/** What the dialogs to create and to edit a technology share. `children` stand above the fields. */
export function TechnologyFormDialog({ words, values, send, onClose, taken, children }: TechnologyFormProps) {
  const { props, field, pending, slow, touched, attempted, form } = useRuledForm({ rules, messages, values, send });

  function take(name: string) {
    form.setValue('title', name, { shouldDirty: true, shouldValidate: attempted });
    form.setFocus('title');
  }

  return (
    <Modal title={words.title} onClose={onClose} closable={!pending || slow} closesOnBackdrop={!touched && !pending}>
      <form className={styles.form} {...props}>
        {children}
        <Field
          label={words.name}
          placeholder={words.placeholder}
          autoComplete="off"
          data-autofocus
          hint={taken && <Suggestion typed={form.watch('title')} taken={taken} onTake={take} />}
          {...field('title')}
        />
        <SelectField
          label={words.status}
          autoComplete="off"
          options={withStored(LEVELS, values.status).map((value) => ({ value, label: levelLabel(value) }))}
          empty="Escolha um nível"
          {...field('status')}
        />
        <Button type="submit" pending={pending}>
          {words.submit}
        </Button>
        <PendingStatus pending={pending} slow={slow} />
      </form>
    </Modal>
  );
}
