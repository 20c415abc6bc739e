import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { FieldFrame } from '../../components/forms/field.tsx';
import { Actions } from '../../components/secondary/actions.tsx';
import styles from './sharing.module.css';

type CopyTextProps = { label: string; text: string; copy: ReactNode; children?: ReactNode };

export function CopyText({ label, text, copy, children }: CopyTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [result, setResult] = useState({ text: '', words: '' });

  async function copyText() {
    // Clears the live region first: screen readers do not announce unchanged text.
    setResult({ text, words: '' });
    try {
      await navigator.clipboard.writeText(text);
      setResult({ text, words: 'Copiado' });
    } catch {
      field.current?.select();
      setResult({ text, words: 'Selecionado: agora é só copiar' });
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
        <p className={styles.result} aria-live="polite">
          {result.text === text ? result.words : ''}
        </p>
      </Actions>
    </div>
  );
}
