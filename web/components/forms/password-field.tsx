import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { EyeIcon } from '../icons.tsx';
import { FieldFrame, type FrameProps } from './field.tsx';
import styles from './field.module.css';

type PasswordFieldProps = FrameProps &
  ComponentProps<'input'> & {
    /** The accessible name of the button that shows the password: unique on the screen. */
    showLabel: string;
  };

/** A password and a button that shows it. Masked again on submit: password managers look for `type=password`. */
export function PasswordField({ label, error, hint, showLabel, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const form = toggle.current?.form;
    const mask = () => flushSync(() => setShown(false));
    form?.addEventListener('submit', mask);
    return () => form?.removeEventListener('submit', mask);
  }, []);

  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles.password}>
          <input {...input} {...control} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
          <button
            ref={toggle}
            type="button"
            aria-pressed={shown}
            aria-controls={control.id}
            title={showLabel}
            onClick={() => setShown(!shown)}
          >
            <EyeIcon crossed={shown} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
