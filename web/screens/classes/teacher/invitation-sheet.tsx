import { createPortal } from 'react-dom';
import { QrCode } from '../../../shell/sharing/qr-code.tsx';
import { SEEN_BY_CLASS } from '../messages.ts';
import styles from './teacher.module.css';

type InvitationSheetProps = { name: string; code: string; link: string };

/** Shown only on paper, in place of the page. */
export function InvitationSheet({ name, code, link }: InvitationSheetProps) {
  return createPortal(
    <article className={styles.sheet}>
      <p>Convite para a turma</p>
      <h2>{name}</h2>
      <QrCode address={link} label="QR code do convite" />
      <p className={styles.link}>{link}</p>
      <p>
        Código <b>{code}</b>
      </p>
      <ol>
        <li>Aponte a câmera do celular para o QR code, ou digite o link no navegador.</li>
        <li>Entre na sua conta da Trilha, ou crie uma.</li>
        <li>Confirme a participação.</li>
      </ol>
      <p>A turma vai ver {SEEN_BY_CLASS}.</p>
    </article>,
    document.body,
  );
}
