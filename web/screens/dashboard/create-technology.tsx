import { TechnologyForm, type Technology } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { texts, toasts } from '../../messages.ts';
import { valuesOf } from '../../rules.ts';
import { ExpiredSession } from '../../shell/expired-session.tsx';
import { useAction } from '../../shell/use-action.ts';
import { useTechnologyList } from './own-user.ts';
import { TechnologyFormDialog } from './technology-form.tsx';

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
