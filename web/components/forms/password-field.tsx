import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../icons.tsx';
import { FieldFrame, type FrameProps } from './field.tsx';
import styles from './field.module.css';

type PasswordFieldProps = FrameProps & ComponentProps<'input'> & { showLabel: string };

/** Masks the password again on submit, because password managers look for `type=password`. */
export function PasswordField({ label, error, hint, showLabel, ...input }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const form = toggle.current?.form;
    const mask = () => flushSync(() => setVisible(false));
    form?.addEventListener('submit', mask);
    return () => form?.removeEventListener('submit', mask);
  }, []);

  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles.password}>
          <input
            {...input}
            {...control}
            type={visible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            ref={toggle}
            type="button"
            aria-pressed={visible}
            aria-controls={control.id}
            title={showLabel}
            onClick={() => setVisible(!visible)}
          >
            <EyeIcon crossed={visible} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

function EyeIcon({ crossed }: { crossed: boolean }) {
  return (
    <Icon size={20}>
      <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {crossed && <path d="m4 4 16 16" />}
    </Icon>
  );
}
