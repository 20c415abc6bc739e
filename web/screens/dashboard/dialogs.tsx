import type { Technology } from '#contract/technology.ts';
import { CreateTechnology } from './create-technology.tsx';
import { DeleteTechnology } from './delete-technology.tsx';
import { EditTechnology } from './edit-technology.tsx';
import type { TrackDeletion } from './use-undo.ts';

export type DialogState = { kind: 'create' } | { kind: 'edit' | 'delete'; technology: Technology };

type DialogsProps = { dialog: DialogState; onClose: () => void; trackDeletion: TrackDeletion };

export function Dialogs({ dialog, onClose, trackDeletion }: DialogsProps) {
  if (dialog.kind === 'create') return <CreateTechnology onClose={onClose} />;
  const { technology } = dialog;
  if (dialog.kind === 'edit') return <EditTechnology technology={technology} onClose={onClose} />;
  return <DeleteTechnology technology={technology} onClose={onClose} trackDeletion={trackDeletion} />;
}
