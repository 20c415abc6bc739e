import type { Class } from '#contract/class.ts';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/dialogs/modal.tsx';
import { CallButton } from '../../../components/pending.tsx';
import { plural } from '../../../components/plural.ts';
import { Actions } from '../../../components/secondary/actions.tsx';
import { toast } from '../../../components/toast.ts';
import { CopyText } from '../../../shell/sharing/copy-text.tsx';
import { QrCode } from '../../../shell/sharing/qr-code.tsx';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { useCachedClass, useClass, useUnlessGone } from '../cached-class.ts';
import { invitationPath } from '../paths.ts';
import { InvitationSheet } from './invitation-sheet.tsx';
import styles from './teacher.module.css';

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

type InviteDialogProps = { ofClass: Class & { code: string }; onClose: () => void };

export function InviteDialog({ ofClass: { id, name, code, members }, onClose }: InviteDialogProps) {
  const { update, reload } = useCachedClass();
  useClass(id, { isInviting: true });
  const link = window.location.origin + invitationPath(code);
  const renewal = useAction({
    call: (token) => api.changeClass(token, id, { renew_code: true }),
    done: (changed) => {
      update((cached) => ({ ...cached, ...changed }));
      toast.success('O convite anterior deixou de valer');
    },
    failed: useUnlessGone(() => toast.error('Não foi possível trocar o código'), onClose),
  });

  function close() {
    onClose();
    reload();
  }

  return (
    <Modal title="Convite" onClose={close} call={renewal} wide>
      <ExpiredSession />
      <div className={styles.invitation}>
        <div className={styles.qrCode}>
          <QrCode address={link} label="QR code do convite" />
        </div>
        <div className={styles.texts}>
          <p>Quem abrir o link, ler o QR code ou digitar o código em Minhas turmas pode participar.</p>
          <p className={styles.code}>
            Código <b>{code}</b>
          </p>
          <p role="status">{members === 0 ? 'Ninguém entrou ainda.' : `${plural(members, 'pessoa')} na turma`}</p>
          {LOOPBACK.test(window.location.hostname) && (
            <p>Este link só abre neste computador: para convidar outros, abra a Trilha pelo endereço dele na rede.</p>
          )}
          <CopyText label="Link do convite" text={link} copy="Copiar link">
            <Button tone="quiet" onClick={() => window.print()}>
              Imprimir folha
            </Button>
          </CopyText>
          <details className={styles.renewal}>
            <summary>O código chegou a quem não devia?</summary>
            <p>
              Com um código novo, o link, o QR code e as folhas de agora deixam de valer. Quem já entrou continua: ao
              remover alguém, você pode remover também quem entrou depois.
            </p>
            <Actions>
              <CallButton tone="quiet" call={renewal} onClick={() => renewal.run()}>
                Gerar código novo
              </CallButton>
            </Actions>
          </details>
        </div>
      </div>
      <InvitationSheet name={name} code={code} link={link} />
    </Modal>
  );
}
