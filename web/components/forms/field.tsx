import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';
import noteStyles from './note.module.css';

export type FrameProps = { label: string; error?: ReactNode; hint?: ReactNode };
type ControlProps = {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string;
};

type FieldFrameProps = FrameProps & { children: (control: ControlProps) => ReactNode };

/** A label, a control and a line for the hint or the error. The line is always rendered, to avoid layout shift. */
export function FieldFrame({ label, error, hint, children }: FieldFrameProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: styles.control,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': note,
      })}
      <p id={note} className={noteStyles.note} data-error={error === undefined ? undefined : ''}>
        {error ?? hint}
      </p>
    </div>
  );
}

type FieldProps = FrameProps & ComponentProps<'input'>;

export function Field({ label, error, hint, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => <input {...input} {...control} />}
    </FieldFrame>
  );
}

export function EmailField(props: FieldProps) {
  return <Field type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}

export function UrlField(props: FieldProps) {
  return <Field type="url" inputMode="url" autoCapitalize="none" spellCheck={false} {...props} />;
}

export function TextAreaField({ label, error, hint, ...textarea }: FrameProps & ComponentProps<'textarea'>) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => <textarea {...textarea} {...control} />}
    </FieldFrame>
  );
}

type SelectFieldProps = FrameProps &
  ComponentProps<'select'> & { options: readonly (readonly [value: string, text: string])[]; empty?: string };

export function SelectField({ label, error, hint, options, empty, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => (
        // Without an explicit `aria-invalid`, Chromium exposes an empty required select as invalid.
        <select {...select} {...control} aria-invalid={error !== undefined}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
