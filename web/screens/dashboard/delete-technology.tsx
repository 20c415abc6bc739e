import { useId } from 'react';
import type { Technology } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmationButtons, ConfirmationText } from '../../components/dialogs/confirmation.tsx';
import { Modal } from '../../components/dialogs/modal.tsx';
import { PendingStatus } from '../../components/pending.tsx';
import { toast } from '../../components/toast.ts';
import { reasonOf } from '../../failure.ts';
import { texts, toasts } from '../../messages.ts';
import { later } from '../../shell/late-toast.ts';
import { useAction } from '../../shell/signed-in/use-action.ts';
import { useTechnologyList } from './own-user.ts';
import type { TrackDeletion } from './use-undo.ts';

type DeleteTechnologyProps = { technology: Technology; onClose: () => void; trackDeletion: TrackDeletion };

/** Closes on success and on failure, as specified. */
export function DeleteTechnology({ technology, onClose, trackDeletion }: DeleteTechnologyProps) {
  const titleId = useId();
  const { reload } = useTechnologyList();
  const { pending, slow, start } = useAction({ call, done, failed });

  function call(token: string) {
    return api.removeTechnology(token, technology.id);
  }

  function done() {
    onClose();
    reload();
    const undoAction = trackDeletion(technology.id);
    later(() => {
      const action = undoAction();
      // No toast if Ctrl+Z has undone the deletion during the delay.
      if (action) toast.success(toasts.removed, { action });
    });
  }

  function failed(error: unknown) {
    onClose();
    toast.error(toasts.removeFailed, { reason: reasonOf(error) });
    if (api.codeOf(error) === 'not-found') reload();
  }

  return (
    <Modal
      title={texts.remove.title}
      describedBy={titleId}
      onClose={onClose}
      closable={!pending || slow}
      closesOnBackdrop={!pending}
    >
      <div aria-busy={pending}>
        <ConfirmationText id={titleId}>
          <b>{technology.title}</b>
        </ConfirmationText>
        <ConfirmationButtons>
          <Button tone="danger" pending={pending} onClick={() => start()}>
            {texts.remove.yes}
          </Button>
          <Button tone="quiet" data-autofocus blocked={pending} onClick={onClose}>
            {texts.remove.no}
          </Button>
        </ConfirmationButtons>
        <PendingStatus pending={pending} slow={slow} failure={undefined} />
      </div>
    </Modal>
  );
}
