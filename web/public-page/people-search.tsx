import type { ComponentProps, ReactNode } from 'react';
import { COURSE_MODULES, levelLabel, LEVELS } from '#contract/choices.ts';
import { TECHNOLOGY_LIMITS } from '#contract/limits.ts';
import { PEOPLE_PATH } from '#contract/pages.ts';
import { KNOWN_TECHNOLOGIES } from '#contract/public/known-technologies.ts';
import { levelInAddress, type PeoplePage, peoplePath } from '#contract/public/people.ts';
import { Logo } from './logo.tsx';
import styles from './people-search.module.css';

export type SearchFormProps = Pick<PeoplePage, 'search' | 'logoOf'>;

export function SearchForm({ search, logoOf }: SearchFormProps) {
  const { technologies, level, module } = search;
  return (
    <form className={styles.form} action={PEOPLE_PATH} role="search" noValidate>
      <Chips search={search} logoOf={logoOf} />
      <Field id="tecnologia" label={technologies.length === 0 ? 'Tecnologia' : 'E também'}>
        <input
          id="tecnologia"
          name="tecnologia"
          list="conhecidas"
          maxLength={TECHNOLOGY_LIMITS.title}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <datalist id="conhecidas">
        {KNOWN_TECHNOLOGIES.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Select id="nivel" label="Nível a partir de" defaultValue={level && levelInAddress(level)}>
        <option value="">Qualquer um</option>
        {LEVELS.map((each) => (
          <option key={each} value={levelInAddress(each)}>
            {levelLabel(each)}
          </option>
        ))}
      </Select>
      <Select id="modulo" label="Módulo" defaultValue={module && COURSE_MODULES.indexOf(module) + 1}>
        <option value="">Todos</option>
        {COURSE_MODULES.map((each, index) => (
          <option key={each} value={index + 1}>
            {each}
          </option>
        ))}
      </Select>
      <button type="submit">Procurar</button>
    </form>
  );
}

/** The technologies of the search, each with a link that removes it. */
function Chips({ search: { technologies, level, module }, logoOf }: SearchFormProps) {
  const names = technologies.map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Tecnologias procuradas">
      {names.map((name, index) => (
        <li key={name}>
          <Logo technology={{ id: `${index}`, title: name }} logoOf={logoOf} />
          <input type="hidden" name="tecnologia" value={name} />
          <bdi>{name}</bdi>
          <a
            href={peoplePath({ technologies: names.filter((other) => other !== name), level, module })}
            aria-label={`Remover ${name}`}
          >
            ×
          </a>
        </li>
      ))}
    </ul>
  );
}

type FieldProps = { id: string; label: string };

function Select({ id, label, ...select }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field id={id} label={label}>
      <select {...select} id={id} name={id} />
      <svg viewBox="0 0 12 8" aria-hidden="true">
        <path d="m1 1.5 5 5 5-5" />
      </svg>
    </Field>
  );
}

function Field({ id, label, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}
