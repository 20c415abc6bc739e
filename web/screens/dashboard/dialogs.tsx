import type { Technology } from '#contract/technology.ts';
import { CreateTechnology } from './create-technology.tsx';
import { DeleteTechnology } from './delete-technology.tsx';
import { EditTechnology } from './edit-technology.tsx';
import type { useUndo } from './use-undo.ts';

/** Which dialog is open, and for which technology. */
export type Opened = { dialog: 'create' } | { dialog: 'edit' | 'delete'; technology: Technology };

type DialogsProps = {
  opened: Opened;
  token: string;
  expired: boolean;
  onClose: () => void;
  onExpired: () => void;
  onCreated: (technology: Technology) => void;
  reload: () => Promise<void>;
  remember: ReturnType<typeof useUndo>;
};

/** The dialog that is open. */
export function Dialogs({ opened, expired, onCreated, reload, remember, ...dialog }: DialogsProps) {
  if (opened.dialog === 'create') return <CreateTechnology {...dialog} expired={expired} onCreated={onCreated} />;
  const { technology } = opened;
  if (opened.dialog === 'edit') return <EditTechnology {...dialog} technology={technology} onChanged={reload} />;

  function deleted() {
    void reload();
    return remember(technology.id);
  }

  return <DeleteTechnology {...dialog} technology={technology} onDeleted={deleted} onMissing={() => void reload()} />;
}
