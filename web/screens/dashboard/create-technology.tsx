import { TechnologyForm, type Technology } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { texts, toasts } from '../../messages.ts';
import { valuesOf } from '../../rules.ts';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { useAction } from '../../shell/signed-in/use-action.ts';
import { useTechnologyList } from './own-user.ts';
import { TechnologyFormDialog } from './technology-form.tsx';

/** Closes on success only, as specified. */
export function CreateTechnology({ onClose }: { onClose: () => void }) {
  const { append, technologies } = useTechnologyList();
  const creation = useAction({ call: api.addTechnology, done, failed: toasts.addFailed });

  function done(technology: Technology) {
    toast.success(toasts.added);
    append(technology);
    onClose();
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
