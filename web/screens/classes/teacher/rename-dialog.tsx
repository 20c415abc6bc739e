import type { Class } from '#contract/class.ts';
import { Modal } from '../../../components/dialogs/modal.tsx';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import * as api from '../api.ts';
import { useCachedClass } from '../cached-class.ts';
import { ClassNameForm } from '../class-form.tsx';

export function RenameDialog({ ofClass: { id, name }, onClose }: { ofClass: Class; onClose: () => void }) {
  const { update } = useCachedClass();
  const renaming = useAction({
    call: (token, form: { name: string }) => api.changeClass(token, id, form),
    done: (changed) => {
      update((cached) => ({ ...cached, ...changed }));
      onClose();
    },
    failed: 'Não foi possível mudar o nome da turma',
  });
  return (
    <Modal title="Nome da turma" onClose={onClose} call={renaming} closesOnBackdrop={false}>
      <ExpiredSession />
      <ClassNameForm name={name} submit="Salvar nome" call={renaming} />
    </Modal>
  );
}
