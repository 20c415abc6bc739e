import type { Technology } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { reasonOf } from '../../failure.ts';
import { texts, toasts } from '../../messages.ts';
import { ConfirmationDialog } from '../../shell/signed-in/confirmation-dialog.tsx';
import { later } from '../../shell/late-toast.ts';
import { useAction } from '../../shell/signed-in/use-action.ts';
import { useTechnologyList } from './own-user.ts';
import type { TrackDeletion } from './use-undo.ts';

type DeleteTechnologyProps = { technology: Technology; onClose: () => void; trackDeletion: TrackDeletion };

/** Closes on success and on failure, as specified. */
export function DeleteTechnology({ technology, onClose, trackDeletion }: DeleteTechnologyProps) {
  const { reload } = useTechnologyList();
  const deletion = useAction({ call: (token) => api.removeTechnology(token, technology.id), done, failed });

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
    <ConfirmationDialog
      title={texts.remove.title}
      confirm={texts.remove.yes}
      cancel={texts.remove.no}
      call={deletion}
      onClose={onClose}
    >
      <b>{technology.title}</b>
    </ConfirmationDialog>
  );
}
