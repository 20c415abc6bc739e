import type { ReactNode } from 'react';
import { levelLabel, LEVELS } from '#contract/choices.ts';
import { TechnologyForm } from '#contract/technology.ts';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/forms/field.tsx';
import { Modal } from '../../components/dialogs/modal.tsx';
import { PendingStatus } from '../../components/pending.tsx';
import { useValidatedForm } from '../../shell/forms/form.ts';
import { technologyMessages as messages } from '../../messages.ts';
import { rulesOf, withStored } from '../../rules.ts';
import { Suggestion } from './suggestion.tsx';

const validate = rulesOf<TechnologyForm>(TechnologyForm);

function uniqueTitleRules(takenTitles: readonly string[]): typeof validate {
  const takenKeys = new Set(takenTitles.map(keyOf));
  return async (...input) => {
    const result = await validate(...input);
    if (result.errors['title'] || !takenKeys.has(keyOf(input[0].title))) return result;
    return { values: {}, errors: { ...result.errors, title: { type: 'taken', message: 'taken' } } };
  };
}

// Must match the server's comparison of titles.
function keyOf(title: string): string {
  return title.trim().normalize('NFC').toLowerCase();
}

type TechnologyFormProps = {
  words: { title: string; name: string; placeholder?: string; status: string; submit: string };
  values: TechnologyForm;
  send: (values: TechnologyForm) => Promise<void>;
  onClose: () => void;
  /** If given, the title field suggests names that are not in this list. */
  existingTitles?: readonly string[];
  takenTitles?: readonly string[];
  children?: ReactNode;
};

export function TechnologyFormDialog(dialog: TechnologyFormProps) {
  const { words, values, send, onClose, existingTitles, takenTitles = [], children } = dialog;
  const rules = async () => uniqueTitleRules(takenTitles);
  const formOptions = { rules, messages, values, send, focusesRefused: true };
  const { props, field, pending, slow, failure, touched, attempted, form } =
    useValidatedForm<TechnologyForm>(formOptions);

  function acceptSuggestion(name: string) {
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
          hint={
            existingTitles && (
              <Suggestion title={form.watch('title')} existingTitles={existingTitles} onAccept={acceptSuggestion} />
            )
          }
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
