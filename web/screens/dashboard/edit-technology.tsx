import { levelOf } from '#contract/choices.ts';
import { TechnologyForm, type Technology } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { reasonOf } from '../../failure.ts';
import { texts, toasts } from '../../messages.ts';
import { valuesOf } from '../../rules.ts';
import { later } from '../../shell/late-toast.ts';
import { useAction } from '../../shell/signed-in/use-action.ts';
import { useTechnologyList } from './own-user.ts';
import { TechnologyFormDialog } from './technology-form.tsx';

/** Closes on success and on failure, as specified. */
export function EditTechnology({ technology, onClose }: { technology: Technology; onClose: () => void }) {
  const { reload, technologies } = useTechnologyList();
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

  function failed(error: unknown) {
    onClose();
    toast.error(toasts.changeFailed, { reason: reasonOf(error) });
    if (api.codeOf(error) === 'not-found') reload();
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
