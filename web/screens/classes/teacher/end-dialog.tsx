import { useLocation } from 'wouter';
import type { Class } from '#contract/class.ts';
import { PAGES } from '#contract/pages.ts';
import { plural } from '../../../components/plural.ts';
import { toast } from '../../../components/toast.ts';
import { reasonOf } from '../../../failure.ts';
import { unlessMissing } from '../../../shell/secondary/unless-missing.ts';
import { ConfirmationDialog } from '../../../shell/signed-in/confirmation-dialog.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import * as api from '../api.ts';

export function EndDialog({ ofClass: { id, name, members }, onClose }: { ofClass: Class; onClose: () => void }) {
  const [, navigate] = useLocation();
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
