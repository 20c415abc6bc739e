import { flushSync } from 'react-dom';
import type { Work } from '#contract/work.ts';
import * as api from '../../../api.ts';
import { toast } from '../../../components/toast.ts';
import { ConfirmationDialog } from '../../../shell/signed-in/confirmation-dialog.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';

type RemoveWorkProps = { work: Work; onClose: () => void; onDone: () => void };

export function RemoveWork({ work, onClose, onDone }: RemoveWorkProps) {
  const removal = useAction({ call, done, failed: 'Não foi possível excluir o projeto' });

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
    <ConfirmationDialog
      title="Excluir este projeto?"
      confirm="Excluir"
      cancel="Manter"
      call={removal}
      onClose={onClose}
    >
      <b>{work.title}</b>
      <p>Ele não poderá ser recuperado.</p>
    </ConfirmationDialog>
  );
}
