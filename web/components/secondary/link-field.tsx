import type { ComponentProps } from 'react';
import { correctedLink } from './corrected-link.ts';
import { UrlField } from '../forms/field.tsx';
import styles from './link-field.module.css';

type LinkFieldProps = ComponentProps<typeof UrlField> & { typed: string; onAccept: (link: string) => void };

/** Offers the typed link with its scheme. Unlike that of other fields, the hint stays below an error. */
export function LinkField({ typed, onAccept, hint, error, ...input }: LinkFieldProps) {
  const link = correctedLink(typed);
  const line = (
    <span className={styles.line}>
      {hint}
      <span role="status">
        {link !== undefined && (
          <button type="button" className={styles.suggestion} onClick={() => onAccept(link)}>
            Usar <b>{link}</b>
          </button>
        )}
      </span>
    </span>
  );
  const errorAndHint =
    error === undefined ? undefined : (
      <>
        {error}
        {line}
      </>
    );
  return <UrlField {...input} hint={line} error={errorAndHint} />;
}
