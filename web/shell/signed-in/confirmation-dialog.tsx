import { useId, type ReactNode } from 'react';
import type { Call } from '../../call.ts';
import { Button } from '../../components/button.tsx';
import { PendingStatus } from '../../components/pending.tsx';
import { ConfirmationButtons, ConfirmationText, Modal } from '../../components/dialogs/modal.tsx';
import { ExpiredSession } from './expired-session.tsx';

type ConfirmationDialogProps = {
  title: string;
  confirm: string;
  cancel: string;
  call: Call<void>;
  onClose: () => void;
  children: ReactNode;
};

export function ConfirmationDialog({ title, confirm, cancel, call, onClose, children }: ConfirmationDialogProps) {
  const text = useId();
  return (
    <Modal title={title} describedBy={text} onClose={onClose} call={call}>
      <div aria-busy={call.pending}>
        <ExpiredSession />
        <ConfirmationText id={text}>{children}</ConfirmationText>
        <ConfirmationButtons>
          <Button tone="danger" pending={call.pending} onClick={() => call.run()}>
            {confirm}
          </Button>
          <Button tone="quiet" data-autofocus blocked={call.pending} onClick={onClose}>
            {cancel}
          </Button>
        </ConfirmationButtons>
        <PendingStatus call={call} />
      </div>
    </Modal>
  );
}
