import type { ReactNode } from 'react';
import type { TechnologyForm } from '#contract/technology.ts';
import { levelLabel, LEVELS } from '#contract/choices.ts';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Modal } from '../../components/modal.tsx';
import { PendingStatus, useSlow } from '../../components/pending.tsx';
import { useRuledForm } from '../../form.ts';
import { technologyMessages } from '../../messages.ts';
import { technology } from '../../rules.ts';
import { Suggestion } from './suggestion.tsx';
import styles from './technology-form.module.css';

const rules = () => Promise.resolve(technology);

type TechnologyFormProps = {
  words: { title: string; name: string; placeholder?: string; status: string; submit: string };
  values: TechnologyForm;
  send: (values: TechnologyForm) => Promise<void>;
  failed: Parameters<typeof useRuledForm<TechnologyForm>>[0]['failed'];
  onClose: () => void;
  notice?: ReactNode;
  /** Whether near misses of known names are pointed out. */
  suggests?: boolean;
};

/** The dialog of a technology's title and status, for a new one and for one that is changed. */
export function TechnologyFormDialog({ words, values, send, failed, onClose, notice, suggests }: TechnologyFormProps) {
  const form = { rules, messages: technologyMessages, values, send, failed };
  const { props, field, pending, touched, attempted, form: fields } = useRuledForm<TechnologyForm>(form);
  const slow = useSlow(pending);

  function take(name: string) {
    fields.setValue('title', name, { shouldDirty: true, shouldValidate: attempted });
    fields.setFocus('title');
  }

  // A status of another client's making stays choosable for the technology that has it.
  const statuses = [...new Set<string>([...LEVELS, ...(values.status === '' ? [] : [values.status])])];

  return (
    <Modal title={words.title} onClose={onClose} closable={!pending || slow} closesOnBackdrop={!touched && !pending}>
      <form className={styles.form} {...props}>
        {notice}
        <Field
          label={words.name}
          placeholder={words.placeholder}
          autoComplete="off"
          data-autofocus
          hint={suggests && <Suggestion typed={fields.watch('title')} onTake={take} />}
          {...field('title')}
        />
        <SelectField
          label={words.status}
          autoComplete="off"
          options={statuses.map((value) => ({ value, label: levelLabel(value) }))}
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
