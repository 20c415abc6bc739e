import type { Class, ClassWithRoster } from '#contract/class.ts';
import { PAGES } from '#contract/pages.ts';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/dialogs/modal.tsx';
import { useOpenDialog } from '../../../components/dialogs/open-dialog.ts';
import { PendingStatus } from '../../../components/pending.tsx';
import { plural } from '../../../components/plural.ts';
import { Actions } from '../../../components/secondary/actions.tsx';
import { fileOf, saveAs } from '../../../components/secondary/save-as.ts';
import { toast } from '../../../components/toast.ts';
import { reasonOf } from '../../../failure.ts';
import { unlessMissing } from '../../../shell/secondary/unless-missing.ts';
import { ConfirmationDialog } from '../../../shell/signed-in/confirmation-dialog.tsx';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { useCachedClass, useUnlessGone } from '../cached-class.ts';
import { ClassNameForm } from '../class-form.tsx';
import { useNavigateFromHere } from '../paths.ts';
import { InviteDialog } from './invite-dialog.tsx';

type DialogState = { kind: 'invite' | 'rename' | 'end' };

export function TeacherActions({ ofClass }: { ofClass: ClassWithRoster }) {
  const { id, code = '' } = ofClass;
  const { dialog, open, close } = useOpenDialog<DialogState>();
  const download = useAction({
    call: async (token: string) => fileOf(await api.exportMembers(token, id), 'turma.csv'),
    done(file: File) {
      saveAs(file.name, file);
      toast.success('A planilha foi baixada');
    },
    failed: useUnlessGone(() => toast.error('Não foi possível baixar a planilha')),
  });

  return (
    <>
      <Actions>
        <Button onClick={() => open({ kind: 'invite' })}>Convidar</Button>
        <Button tone="quiet" pending={download.pending} onClick={() => download.run()}>
          Baixar planilha (CSV)
        </Button>
        <Button tone="quiet" onClick={() => open({ kind: 'rename' })}>
          Mudar o nome
        </Button>
        <Button tone="danger" onClick={() => open({ kind: 'end' })}>
          Encerrar turma
        </Button>
        <PendingStatus call={download} words="Baixando…" />
      </Actions>
      {dialog?.kind === 'invite' && <InviteDialog ofClass={{ ...ofClass, code }} onClose={close} />}
      {dialog?.kind === 'rename' && <RenameDialog ofClass={ofClass} onClose={close} />}
      {dialog?.kind === 'end' && <EndDialog ofClass={ofClass} onClose={close} />}
    </>
  );
}

type DialogProps = { ofClass: Class; onClose: () => void };

function RenameDialog({ ofClass: { id, name }, onClose }: DialogProps) {
  const { update } = useCachedClass();
  const renaming = useAction({
    call: (token, form: { name: string }) => api.changeClass(token, id, form),
    done: (changed) => {
      update((cached) => ({ ...cached, ...changed }));
      onClose();
    },
    failed: useUnlessGone(() => toast.error('Não foi possível mudar o nome da turma'), onClose),
  });
  return (
    <Modal title="Nome da turma" onClose={onClose} call={renaming} closesOnBackdrop={false}>
      <ExpiredSession />
      <ClassNameForm name={name} submit="Salvar nome" call={renaming} />
    </Modal>
  );
}

function EndDialog({ ofClass: { id, name, members }, onClose }: DialogProps) {
  const navigate = useNavigateFromHere();
  const ending = useAction({
    call: (token) => api.endClass(token, id).catch(unlessMissing),
    done() {
      navigate(PAGES.classes.path, { replace: true });
      toast.success(`A turma ${name} terminou`);
    },
    failed: (error) => toast.error('Não foi possível encerrar a turma', { reason: reasonOf(error) }),
  });

  return (
    <ConfirmationDialog title="Encerrar a turma?" confirm="Encerrar" cancel="Manter" call={ending} onClose={onClose}>
      <p>
        <b>{name}</b> e o convite dela somem na hora, para você e para {plural(members, 'pessoa')}. Não há como
        desfazer.
      </p>
      <p>As contas e as listas de tecnologias não mudam.</p>
    </ConfirmationDialog>
  );
}
