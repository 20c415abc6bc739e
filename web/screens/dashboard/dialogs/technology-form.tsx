import type { ReactNode } from 'react';
import { levelLabel, LEVELS } from '#contract/choices.ts';
import { titleKey } from '#contract/search-key.ts';
import { TechnologyForm } from '#contract/technology.ts';
import type { Call } from '../../../call.ts';
import { CallButton } from '../../../components/pending.tsx';
import { Field, SelectField } from '../../../components/forms/field.tsx';
import { Modal } from '../../../components/dialogs/modal.tsx';
import { useValidatedForm } from '../../../shell/forms/form.ts';
import { technologyMessages as messages } from '../../../messages.ts';
import { resolverOf, withStored } from '../../../rules.ts';
import { LEVEL_MEANINGS } from '../../../level-meanings.ts';
import { KnownName } from './known-name.tsx';
import styles from './technology-form.module.css';

const validate = resolverOf<TechnologyForm>(TechnologyForm);

function uniqueTitleResolver(otherTitles: readonly string[]): typeof validate {
  const otherKeys = new Set(otherTitles.map(titleKey));
  return async (values) => {
    const result = await validate(values);
    if (result.errors.title !== undefined || !otherKeys.has(titleKey(values.title.trim()))) return result;
    return { ...result, errors: { ...result.errors, title: { code: 'taken' } } };
  };
}

type TechnologyFormProps = {
  words: { title: string; name: string; placeholder?: string; status: string; submit: string };
  values: TechnologyForm;
  call: Call<TechnologyForm>;
  onClose: () => void;
  existingTitles?: readonly string[];
  otherTitles?: readonly string[];
  children?: ReactNode;
};

export function TechnologyFormDialog(dialog: TechnologyFormProps) {
  const { words, values, call, onClose, existingTitles, otherTitles = [], children } = dialog;
  const resolver = uniqueTitleResolver(otherTitles);
  const formOptions = { resolver, messages, values, call, focusesRefused: true };
  const { props, field, touched, form } = useValidatedForm<TechnologyForm>(formOptions);
  const acceptSuggestion = (name: string) => form.enter('title', name);

  return (
    <Modal title={words.title} onClose={onClose} call={call} closesOnBackdrop={!touched}>
      <form {...props}>
        {children}
        <Field
          label={words.name}
          placeholder={words.placeholder}
          autoComplete="off"
          data-autofocus
          hint={
            existingTitles && (
              <KnownName title={form.valueOf('title')} existingTitles={existingTitles} onAccept={acceptSuggestion} />
            )
          }
          {...field('title')}
        />
        <SelectField
          label={words.status}
          autoComplete="off"
          options={withStored(LEVELS, values.status).map((value) => [value, levelLabel(value)])}
          empty="Escolha um nível"
          help={<LevelMeanings />}
          {...field('status')}
        />
        <CallButton type="submit" call={call}>
          {words.submit}
        </CallButton>
      </form>
    </Modal>
  );
}

function LevelMeanings() {
  return LEVELS.map((level) => (
    <span key={level} className={styles.meaning}>
      <b>{levelLabel(level)}</b>: {LEVEL_MEANINGS[level]}
    </span>
  ));
}
