import { flushSync } from 'react-dom';
import type { ClassMember, ClassWithRoster } from '#contract/class.ts';
import { codeOf } from '../../../api.ts';
import { toast } from '../../../components/toast.ts';
import { reasonOf } from '../../../failure.ts';
import { ConfirmationDialog } from '../../../shell/signed-in/confirmation-dialog.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import * as api from '../api.ts';
import { useCachedClass } from '../cached-class.ts';

type RemoveMemberProps = { ofClass: ClassWithRoster; member: ClassMember; onClose: () => void };

export function RemoveMember({ ofClass, member, onClose }: RemoveMemberProps) {
  const { update, reload } = useCachedClass();
  const removal = useAction({ call: (token) => api.removeMember(token, ofClass.id, member.id), done, failed });

  function done() {
    // Closing first restores the focus to the row, which moves it on as it goes.
    flushSync(onClose);
    update(({ roster, members, ...rest }) => ({
      ...rest,
      members: members - 1,
      roster: roster.filter(({ id }) => id !== member.id),
    }));
    toast.success(`${member.name} não está mais na turma`);
  }

  function failed(error: unknown) {
    // The member has left, or the class has ended.
    if (codeOf(error) === 'not-found') {
      onClose();
      reload();
    } else toast.error('Não foi possível remover a pessoa', { reason: reasonOf(error) });
  }

  return (
    <ConfirmationDialog title="Remover da turma?" confirm="Remover" cancel="Manter" call={removal} onClose={onClose}>
      <p>
        <b>{member.name}</b> deixa de aparecer aqui e de ver a turma. A conta e a lista de tecnologias não mudam.
      </p>
      <p>Com o código atual, a pessoa pode participar de novo.</p>
    </ConfirmationDialog>
  );
}
