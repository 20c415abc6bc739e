import { TechnologyForm, type Technology } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { texts, toasts } from '../../messages.ts';
import { valuesOf } from '../../rules.ts';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../shell/signed-in/use-action.ts';
import { useTechnologyList } from './own-user.ts';
import { TechnologyFormDialog } from './technology-form.tsx';

function failed() {
  toast.error(toasts.addFailed);
}

/** Closes on success only, as specified. */
export function CreateTechnology({ onClose }: { onClose: () => void }) {
  const { append, read } = useTechnologyList();
  const { send } = useAction({ call: api.addTechnology, done, failed });

  function done(technology: Technology) {
    toast.success(toasts.added);
    append(technology);
    onClose();
  }

  return (
    <TechnologyFormDialog
      words={texts.create}
      values={valuesOf(TechnologyForm)}
      send={send}
      onClose={onClose}
      existingTitles={read().map(({ title }) => title)}
    >
      <ExpiredSession />
    </TechnologyFormDialog>
  );
}
