import type { Technology, TechnologyForm } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { texts, toasts } from '../../messages.ts';
import { ExpiredSession } from '../../shell/expired-session.tsx';
import { TechnologyFormDialog } from './technology-form.tsx';

type CreateTechnologyProps = {
  token: string;
  expired: boolean;
  onClose: () => void;
  onExpired: () => void;
  onCreated: (technology: Technology) => void;
};

/** Closes on success alone: what was typed outlives a failure. */
export function CreateTechnology({ token, expired, onClose, onExpired, onCreated }: CreateTechnologyProps) {
  async function send(values: TechnologyForm) {
    const technology = await api.addTechnology(token, values);
    toast.success(toasts.added);
    onCreated(technology);
    onClose();
  }

  function failed(error: unknown, refuse: (fields: { title: string }) => void) {
    toast.error(toasts.addFailed);
    if (!(error instanceof api.Refusal)) return;
    if (error.code === 'unauthenticated') onExpired();
    if (error.code === 'limit-reached') refuse({ title: 'limit-reached' });
  }

  return (
    <TechnologyFormDialog
      words={{ ...texts.create }}
      values={{ title: '', status: '' }}
      send={send}
      failed={failed}
      onClose={onClose}
      notice={expired && <ExpiredSession />}
      suggests
    />
  );
}
