import { useId } from 'react';
import { flushSync } from 'react-dom';
import type { Work } from '#contract/work.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmationButtons, ConfirmationText } from '../../../components/dialogs/confirmation.tsx';
import { Modal } from '../../../components/dialogs/modal.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { failureToast } from '../failure-toast.ts';

const failed = failureToast('Não foi possível excluir o projeto');

type RemoveWorkProps = { work: Work; onClose: () => void; onDone: () => void };

export function RemoveWork({ work, onClose, onDone }: RemoveWorkProps) {
  const about = useId();
  const { pending, slow, failure, start } = useAction({ call, done, failed });

  async function call(token: string) {
    try {
      await api.removeWork(token, work.id);
    } catch (error) {
      if (api.codeOf(error) !== 'not-found') throw error;
    }
  }

  function done() {
    // Closing first restores the focus to the work's button, from which `onDone` moves it on.
    flushSync(onClose);
    onDone();
    toast.success('Projeto excluído');
  }

  return (
    <Modal
      title="Excluir este projeto?"
      describedBy={about}
      onClose={onClose}
      closable={!pending || slow}
      closesOnBackdrop={!pending}
    >
      <div aria-busy={pending}>
        <ExpiredSession />
        <ConfirmationText id={about}>
          <b>{work.title}</b>
          <p>Ele não poderá ser recuperado.</p>
        </ConfirmationText>
        <ConfirmationButtons>
          <Button tone="danger" pending={pending} onClick={() => start()}>
            Excluir
          </Button>
          <Button tone="quiet" data-autofocus blocked={pending} onClick={onClose}>
            Manter
          </Button>
        </ConfirmationButtons>
        <PendingStatus pending={pending} slow={slow} failure={failure} />
      </div>
    </Modal>
  );
}
