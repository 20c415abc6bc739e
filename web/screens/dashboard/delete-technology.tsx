import { useId, useState } from 'react';
import type { Technology } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { PendingStatus, useSlow } from '../../components/pending.tsx';
import { toast, type ToastAction } from '../../components/toast.ts';
import { later } from '../../shell/late-toast.ts';
import { texts, toasts } from '../../messages.ts';
import styles from './delete-technology.module.css';

type DeleteTechnologyProps = {
  token: string;
  technology: Technology;
  onClose: () => void;
  onExpired: () => void;
  /** Told that it is gone; answers with the button that brings it back. */
  onDeleted: () => ToastAction;
  /** Told that it was gone already. */
  onMissing: () => void;
};

/** Closes once its call has ended, however it ended. */
export function DeleteTechnology({
  token,
  technology,
  onClose,
  onExpired,
  onDeleted,
  onMissing,
}: DeleteTechnologyProps) {
  const technologyId = useId();
  const [pending, setPending] = useState(false);
  const slow = useSlow(pending);

  async function remove() {
    setPending(true);
    try {
      await api.removeTechnology(token, technology.id);
      const action = onDeleted();
      later(() => toast.success(toasts.removed, { action }));
    } catch (error) {
      toast.error(toasts.removeFailed);
      if (error instanceof api.Refusal && error.code === 'unauthenticated') onExpired();
      // Another tab has removed it: the list here is behind.
      if (error instanceof api.Refusal && error.code === 'not-found') onMissing();
    } finally {
      onClose();
    }
  }

  return (
    <Modal
      title={texts.remove.title}
      describedBy={technologyId}
      onClose={onClose}
      closable={!pending || slow}
      closesOnBackdrop={!pending}
    >
      <div className={styles.body} aria-busy={pending}>
        <p id={technologyId} className={styles.technology}>
          {technology.title}
        </p>
        <div className={styles.answers}>
          <Button pending={pending} onClick={() => !pending && void remove()}>
            {texts.remove.yes}
          </Button>
          <Button tone="secondary" data-autofocus blocked={pending} onClick={onClose}>
            {texts.remove.no}
          </Button>
        </div>
        <PendingStatus pending={pending} slow={slow} />
      </div>
    </Modal>
  );
}
