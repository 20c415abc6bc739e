import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { FieldFrame } from '../../../components/forms/field.tsx';
import { Actions } from '../section.tsx';
import styles from './share.module.css';

type CopyTextProps = {
  label: string;
  text: string;
  /** Of the button. */
  copy: ReactNode;
  /** More buttons beside it. */
  children?: ReactNode;
};

/** A text to take away. Where the browser does not let it be copied, it is selected instead. */
export function CopyText({ label, text, copy, children }: CopyTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [told, setTold] = useState({ text: '', words: '' });

  async function take() {
    // The same words once more are news only if they were gone.
    setTold({ text, words: '' });
    try {
      await navigator.clipboard.writeText(text);
      setTold({ text, words: 'Copiado' });
    } catch {
      field.current?.select();
      setTold({ text, words: 'Selecionado: agora é só copiar' });
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
        <Button tone="quiet" onClick={() => void take()}>
          {copy}
        </Button>
        {children}
        <p className={styles.told} aria-live="polite">
          {told.text === text ? told.words : ''}
        </p>
      </Actions>
    </div>
  );
}
