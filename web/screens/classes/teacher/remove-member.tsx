import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClassMember, ClassWithRoster } from '#contract/class.ts';
import { plural } from '../../../components/plural.ts';
import { toast } from '../../../components/toast.ts';
import { reasonOf } from '../../../failure.ts';
import { ConfirmationDialog } from '../../../shell/signed-in/confirmation-dialog.tsx';
import { useAction } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { useCachedClass, useUnlessGone } from '../cached-class.ts';
import styles from './teacher.module.css';

type RemoveMemberProps = { ofClass: ClassWithRoster; member: ClassMember; onClose: () => void };

export function RemoveMember({ ofClass, member, onClose }: RemoveMemberProps) {
  const { update, reload } = useCachedClass();
  const [withLater, setWithLater] = useState(false);
  // In the order of joining.
  const later = ofClass.roster.slice(ofClass.roster.findIndex(({ id }) => id === member.id) + 1);
  const removed = withLater ? [member, ...later] : [member];
  const people = plural(removed.length, 'pessoa');
  const failed = useUnlessGone(
    (error) => toast.error('Não foi possível remover a pessoa', { reason: reasonOf(error) }),
    onClose,
  );
  const removal = useAction({
    // Until the last one shown: the button says how many, and others may have joined since.
    call: (token) => api.removeMember(token, ofClass.id, member.id, withLater ? later.at(-1)?.joined_at : undefined),
    done,
    failed,
  });

  function done() {
    // Close first: the focus returns to the row, which passes it on when it unmounts.
    flushSync(onClose);
    const ids = new Set(removed.map(({ id }) => id));
    update(({ roster, members, ...rest }) => ({
      ...rest,
      members: members - ids.size,
      roster: roster.filter(({ id }) => !ids.has(id)),
    }));
    // Others may have joined.
    reload();
    toast.success(withLater ? `${people} não estão mais na turma` : `${member.name} não está mais na turma`);
  }

  return (
    <ConfirmationDialog
      title="Remover da turma?"
      confirm={withLater ? `Remover ${people}` : 'Remover'}
      cancel="Manter"
      call={removal}
      onClose={onClose}
    >
      <p>
        <b>{member.name}</b> deixa de aparecer aqui e de ver a turma. A conta e a lista de tecnologias não mudam.
      </p>
      {later.length > 0 && (
        <label className={styles.later}>
          <input type="checkbox" checked={withLater} onChange={({ target }) => setWithLater(target.checked)} />
          Remover também quem entrou depois: {plural(later.length, 'pessoa')}
        </label>
      )}
      <p>Com o código atual, quem sai pode participar de novo.</p>
    </ConfirmationDialog>
  );
}
