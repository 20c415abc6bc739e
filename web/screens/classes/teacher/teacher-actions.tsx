import { useState } from 'react';
import type { ClassWithRoster } from '#contract/class.ts';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { saveResponse } from '../../../components/secondary/save-as.ts';
import { toast } from '../../../components/toast.ts';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import * as api from '../api.ts';
import { EndDialog } from './end-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

type Dialog = 'invite' | 'rename' | 'end';

export function TeacherActions({ ofClass }: { ofClass: ClassWithRoster }) {
  const { id, code = '' } = ofClass;
  const [dialog, setDialog] = useState<Dialog>();
  const onClose = () => setDialog(undefined);
  const download = useAction({
    call: async (token: string) => saveResponse(await api.exportMembers(token, id), 'turma.csv'),
    done: () => toast.success('A planilha foi baixada'),
    failed: 'Não foi possível baixar a planilha',
  });
  return (
    <>
      <Actions>
        <Button onClick={() => setDialog('invite')}>Convidar</Button>
        <Button tone="quiet" pending={download.pending} onClick={() => download.run()}>
          Baixar planilha (CSV)
        </Button>
        <Button tone="quiet" onClick={() => setDialog('rename')}>
          Mudar o nome
        </Button>
        <Button tone="danger" onClick={() => setDialog('end')}>
          Encerrar turma
        </Button>
        <PendingStatus call={download} words="Baixando…" />
      </Actions>
      {dialog === 'invite' && <InviteDialog ofClass={{ ...ofClass, code }} onClose={onClose} />}
      {dialog === 'rename' && <RenameDialog ofClass={ofClass} onClose={onClose} />}
      {dialog === 'end' && <EndDialog ofClass={ofClass} onClose={onClose} />}
    </>
  );
}
