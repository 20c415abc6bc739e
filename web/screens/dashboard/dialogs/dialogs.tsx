import { levelOf } from '#contract/choices.ts';
import { TechnologyForm, type Technology } from '#contract/technology.ts';
import * as api from '../../../api.ts';
import { toast } from '../../../components/toast.ts';
import { reasonOf } from '../../../failure.ts';
import { texts, toasts } from '../../../messages.ts';
import { valuesOf } from '../../../rules.ts';
import { later } from '../../../shell/late-toast.ts';
import { ConfirmationDialog } from '../../../shell/signed-in/confirmation-dialog.tsx';
import { ExpiredSession } from '../../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../../shell/signed-in/calls.tsx';
import { useTechnologyList } from '../own-user.ts';
import { TechnologyFormDialog } from './technology-form.tsx';
import type { TrackChange } from '../use-undo.ts';

export type DialogState = { kind: 'create' } | { kind: 'edit' | 'delete'; technology: Technology };

type DialogsProps = { dialog: DialogState; onClose: () => void; trackChange: TrackChange };

/** As specified, creation closes its dialog only on success; edit and deletion close it after any response. */
export function Dialogs({ dialog, onClose, trackChange }: DialogsProps) {
  if (dialog.kind === 'create') return <CreateTechnology onClose={onClose} />;
  const { technology } = dialog;
  if (dialog.kind === 'edit') return <EditTechnology technology={technology} onClose={onClose} />;
  return <DeleteTechnology technology={technology} onClose={onClose} trackChange={trackChange} />;
}

function CreateTechnology({ onClose }: { onClose: () => void }) {
  const { append, reload, technologies } = useTechnologyList();
  const creation = useAction({ call: api.addTechnology, done, failed });

  function done(technology: Technology) {
    toast.success(toasts.added);
    append(technology);
    onClose();
  }

  function failed(error: unknown) {
    toast.error(toasts.addFailed);
    if (isListOutdated(error)) reload();
  }

  return (
    <TechnologyFormDialog
      words={texts.create}
      values={valuesOf(TechnologyForm)}
      call={creation}
      onClose={onClose}
      existingTitles={technologies.map(({ title }) => title)}
    >
      <ExpiredSession />
    </TechnologyFormDialog>
  );
}

function useCloseOnFailure(message: string, onClose: () => void) {
  const { reload } = useTechnologyList();
  return (error: unknown) => {
    onClose();
    toast.error(message, { reason: reasonOf(error) });
    if (isListOutdated(error)) reload();
  };
}

/** Whether another tab has removed the technology, or added one of the same title. */
function isListOutdated(error: unknown): boolean {
  return ['not-found', 'technology-taken'].includes(api.codeOf(error) ?? '');
}

function EditTechnology({ technology, onClose }: { technology: Technology; onClose: () => void }) {
  const { reload, technologies } = useTechnologyList();
  const failed = useCloseOnFailure(toasts.changeFailed, onClose);
  const others = technologies.filter(({ id }) => id !== technology.id);
  const change = useAction({ call, done, failed });
  const status = levelOf(technology.status) ?? technology.status;

  function call(token: string, input: TechnologyForm) {
    return api.changeTechnology(token, technology.id, input);
  }

  function done() {
    onClose();
    reload();
    later(() => toast.success(toasts.changed));
  }

  return (
    <TechnologyFormDialog
      words={texts.edit}
      values={valuesOf(TechnologyForm, { ...technology, status })}
      call={change}
      onClose={onClose}
      otherTitles={others.map(({ title }) => title)}
    />
  );
}

type DeleteTechnologyProps = { technology: Technology; onClose: () => void; trackChange: TrackChange };

function DeleteTechnology({ technology, onClose, trackChange }: DeleteTechnologyProps) {
  const { reload } = useTechnologyList();
  const failed = useCloseOnFailure(toasts.removeFailed, onClose);
  const deletion = useAction({ call: (token) => api.removeTechnology(token, technology.id), done, failed });

  function done() {
    onClose();
    reload();
    const undoAction = trackChange({
      name: `exclusão de ${technology.title}`,
      undo: (token) => api.restoreTechnology(token, technology.id),
      undone: 'Tecnologia restaurada',
      failed: 'Não foi possível desfazer a exclusão',
      focused: technology.id,
    });
    later(() => {
      const action = undoAction();
      // No toast if Ctrl+Z has undone the deletion during the delay.
      if (action) toast.success(toasts.removed, { action });
    });
  }

  return (
    <ConfirmationDialog
      title={texts.remove.title}
      confirm={texts.remove.yes}
      cancel={texts.remove.no}
      call={deletion}
      onClose={onClose}
    >
      <b>{technology.title}</b>
    </ConfirmationDialog>
  );
}
