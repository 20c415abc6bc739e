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

const check = rulesOf<TechnologyForm>(TechnologyForm);

/** The rules of a technology, and no title that others have: it would be refused. */
function rulesBeside(others: readonly string[]): typeof check {
  const taken = new Set(others.map(keyOf));
  return async (...input) => {
    const checked = await check(...input);
    if (checked.errors['title'] || !taken.has(keyOf(input[0].title))) return checked;
    return { values: {}, errors: { ...checked.errors, title: { type: 'taken', message: 'taken' } } };
  };
}

// As the server compares titles.
function keyOf(title: string): string {
  return title.trim().normalize('NFC').toLowerCase();
}

type TechnologyFormProps = {
  words: { title: string; name: string; placeholder?: string; status: string; submit: string };
  values: TechnologyForm;
  send: (values: TechnologyForm) => Promise<void>;
  onClose: () => void;
  /** The titles in the list; given, the title's field offers other names. */
  owned?: readonly string[];
  /** Titles that are told of before anything is sent. */
  taken?: readonly string[];
  children?: ReactNode;
};

/** What the dialogs to create and to edit a technology share. `children` stand above the fields. */
export function TechnologyFormDialog(dialog: TechnologyFormProps) {
  const { words, values, send, onClose, owned, taken = [], children } = dialog;
  const rules = async () => rulesBeside(taken);
  const ruled = { rules, messages, values, send, focusesRefused: true };
  const { props, field, pending, slow, failure, touched, attempted, form } = useRuledForm<TechnologyForm>(ruled);

  function take(name: string) {
    form.setValue('title', name, { shouldDirty: true, shouldValidate: attempted });
    form.setFocus('title');
  }

  return (
    <Modal title={words.title} onClose={onClose} closable={!pending || slow} closesOnBackdrop={!touched && !pending}>
      <form {...props}>
        {children}
        <Field
          label={words.name}
          placeholder={words.placeholder}
          autoComplete="off"
          data-autofocus
          hint={owned && <Suggestion typed={form.watch('title')} taken={owned} onTake={take} />}
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
        <PendingStatus pending={pending} slow={slow} failure={failure} />
      </form>
    </Modal>
  );
}
