import { useId } from 'react';
import { flushSync } from 'react-dom';
import type { Work } from '#contract/work.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { ExpiredSession } from '../../../shell/expired-session.tsx';
import styles from '../dialog.module.css';
import type { OwnProfile } from '../own-profile.ts';
import { useAction } from '../use-action.ts';

type RemoveWorkProps = { profile: OwnProfile; work: Work; onClose: () => void; onDone: () => void };

export function RemoveWork({ profile: { token, tell, expired }, work, onClose, onDone }: RemoveWorkProps) {
  const about = useId();
  const { pending, slow, start } = useAction(remove, 'Não foi possível remover o trabalho', tell);

  async function remove() {
    try {
      await api.removeWork(token, work.id);
    } catch (error) {
      // Another tab has removed it: what was wanted is so.
      if (!(error instanceof api.Refusal && error.code === 'not-found')) throw error;
    }
    // The closed dialog gives the focus back first: to what goes with the work.
    flushSync(onClose);
    onDone();
    toast.success('Trabalho removido');
  }

  return (
    <Modal
      title="Remover este trabalho?"
      describedBy={about}
      onClose={onClose}
      closable={!pending || slow}
      closesOnBackdrop={!pending}
    >
      <div className={styles.body} aria-busy={pending}>
        {expired && <ExpiredSession />}
        <div id={about} className={styles.about}>
          <p>
            <b>{work.title}</b>
          </p>
          <p>Ele não poderá ser recuperado.</p>
        </div>
        <div className={styles.answers}>
          <Button tone="danger" pending={pending} onClick={start}>
            Remover
          </Button>
          <Button tone="quiet" data-autofocus blocked={pending} onClick={onClose}>
            Manter
          </Button>
        </div>
        <PendingStatus pending={pending} slow={slow} />
      </div>
    </Modal>
  );
}
