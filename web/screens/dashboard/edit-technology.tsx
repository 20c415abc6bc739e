import { levelOf } from '#contract/choices.ts';
import type { Technology, TechnologyForm } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { later } from '../../shell/late-toast.ts';
import { texts, toasts } from '../../messages.ts';
import { TechnologyFormDialog } from './technology-form.tsx';

type EditTechnologyProps = {
  token: string;
  technology: Technology;
  onClose: () => void;
  onExpired: () => void;
  onChanged: () => Promise<void>;
};

/** Closes once its call has ended, however it ended. */
export function EditTechnology({ token, technology, onClose, onExpired, onChanged }: EditTechnologyProps) {
  const { title, status } = technology;

  async function send(values: TechnologyForm) {
    try {
      await api.changeTechnology(token, technology.id, values);
      later(() => toast.success(toasts.changed));
      void onChanged();
    } finally {
      onClose();
    }
  }

  function failed(error: unknown) {
    toast.error(toasts.changeFailed);
    if (!(error instanceof api.Refusal)) return;
    if (error.code === 'unauthenticated') onExpired();
    // Another tab has removed it: the list here is behind.
    if (error.code === 'not-found') void onChanged();
  }

  return (
    <TechnologyFormDialog
      words={texts.edit}
      values={{ title, status: levelOf(status) ?? status }}
      send={send}
      failed={failed}
      onClose={onClose}
    />
  );
}
