import type { Technology } from '#contract/technology.ts';
import { CreateTechnology } from './create-technology.tsx';
import { DeleteTechnology } from './delete-technology.tsx';
import { EditTechnology } from './edit-technology.tsx';
import type { NoteDeletion } from './use-undo.ts';

export type Opened = { dialog: 'create' } | { dialog: 'edit' | 'delete'; technology: Technology };

type DialogsProps = { opened: Opened; onClose: () => void; noteDeletion: NoteDeletion };

export function Dialogs({ opened, onClose, noteDeletion }: DialogsProps) {
  if (opened.dialog === 'create') return <CreateTechnology onClose={onClose} />;
  const { technology } = opened;
  if (opened.dialog === 'edit') return <EditTechnology technology={technology} onClose={onClose} />;
  return <DeleteTechnology technology={technology} onClose={onClose} noteDeletion={noteDeletion} />;
}
