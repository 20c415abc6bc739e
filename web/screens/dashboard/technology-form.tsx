import type { ReactNode } from 'react';
import { SKILL_STATUSES, TechnologyForm } from '#contract/technology.ts';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Modal } from '../../components/modal.tsx';
import { PendingStatus, useSlow } from '../../components/pending.tsx';
import { useSchemaForm } from '../../form.ts';
import { statusLabel, technologyMessages } from '../../messages.ts';
import styles from './technology-form.module.css';

type Refuse = ReturnType<typeof useSchemaForm<TechnologyForm>>['refuse'];

type TechnologyFormProps = {
  words: { title: string; name: string; placeholder?: string; status: string; submit: string };
  values: TechnologyForm;
  onSubmit: (values: TechnologyForm, refuse: Refuse) => Promise<void>;
  onClose: () => void;
  notice?: ReactNode;
};

/** The dialog of a technology's title and status, for a new one and for one that is changed. */
export function TechnologyFormDialog({ words, values, onSubmit, onClose, notice }: TechnologyFormProps) {
  const { field, submit, refuse, pending, touched } = useSchemaForm(TechnologyForm, technologyMessages, values);
  const slow = useSlow(pending);
  // A status of another client's making stays choosable for the technology that has it.
  const statuses = [...new Set<string>([...SKILL_STATUSES, ...(values.status === '' ? [] : [values.status])])];

  return (
    <Modal title={words.title} onClose={onClose} closable={!pending || slow} closesOnBackdrop={!touched && !pending}>
      <form
        method="post"
        className={styles.form}
        noValidate
        aria-busy={pending}
        onSubmit={submit((input) => onSubmit(input, refuse))}
      >
        {notice}
        <Field
          label={words.name}
          placeholder={words.placeholder}
          autoComplete="off"
          data-autofocus
          {...field('title')}
        />
        <SelectField
          label={words.status}
          autoComplete="off"
          options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
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
