import { useState } from 'react';
import type { Technology } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { PendingStatus, useSlow } from '../../components/pending.tsx';
import { toast } from '../../components/toaster.tsx';
import { later } from '../../later.ts';
import { texts, toasts } from '../../messages.ts';
import styles from './delete-technology.module.css';

type DeleteTechnologyProps = {
  token: string;
  technology: Technology;
  onClose: () => void;
  onExpired: () => void;
  onDeleted: () => Promise<void>;
};

/** Closes once its call has ended, however it ended. */
export function DeleteTechnology({ token, technology, onClose, onExpired, onDeleted }: DeleteTechnologyProps) {
  const [pending, setPending] = useState(false);
  const slow = useSlow(pending);

  async function remove() {
    setPending(true);
    try {
      await api.removeTechnology(token, technology.id);
      later(() => toast.success(toasts.removed));
      void onDeleted();
    } catch (error) {
      toast.error(toasts.removeFailed);
      if (error instanceof api.Refusal && error.code === 'unauthenticated') onExpired();
      // Another tab has removed it: the list here is behind.
      if (error instanceof api.Refusal && error.code === 'not-found') void onDeleted();
    } finally {
      onClose();
    }
  }

  return (
    <Modal title={texts.remove.title} onClose={onClose} closable={!pending || slow} closesOnBackdrop={!pending}>
      <div className={styles.body} aria-busy={pending}>
        <p className={styles.technology}>{technology.title}</p>
        <div className={styles.answers}>
          <Button pending={pending} onClick={() => !pending && void remove()}>
            {texts.remove.yes}
          </Button>
          <Button
            tone="secondary"
            data-autofocus
            aria-disabled={pending || undefined}
            onClick={() => !pending && onClose()}
          >
            {texts.remove.no}
          </Button>
        </div>
        <PendingStatus pending={pending} slow={slow} />
      </div>
    </Modal>
  );
}
