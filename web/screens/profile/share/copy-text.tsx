import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { FieldFrame } from '../../../components/forms/field.tsx';
import { Actions } from '../section.tsx';
import styles from './share.module.css';

type CopyTextProps = {
  label: string;
  text: string;
  copy: ReactNode;
  children?: ReactNode;
};

export function CopyText({ label, text, copy, children }: CopyTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [status, setStatus] = useState({ text: '', words: '' });

  async function copyText() {
    // Clears the live region first: screen readers do not announce unchanged text.
    setStatus({ text, words: '' });
    try {
      await navigator.clipboard.writeText(text);
      setStatus({ text, words: 'Copiado' });
    } catch {
      field.current?.select();
      setStatus({ text, words: 'Selecionado: agora é só copiar' });
    }
  }

  return (
    <div className={styles.copy}>
      <FieldFrame label={label}>
        {(control) => (
          <textarea {...control} ref={field} className={`${control.className} ${styles.text}`} readOnly value={text} />
        )}
      </FieldFrame>
      <Actions>
        <Button tone="quiet" onClick={() => void copyText()}>
          {copy}
        </Button>
        {children}
        <p className={styles.status} aria-live="polite">
          {status.text === text ? status.words : ''}
        </p>
      </Actions>
    </div>
  );
}
