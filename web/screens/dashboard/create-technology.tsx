import type { Technology, TechnologyForm } from '#contract/technology.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toaster.tsx';
import { texts, toasts } from '../../messages.ts';
import { ExpiredSession } from './expired-session.tsx';
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
  type Refuse = Parameters<Parameters<typeof TechnologyFormDialog>[0]['onSubmit']>[1];

  async function create(values: TechnologyForm, refuse: Refuse) {
    let technology;
    try {
      technology = await api.addTechnology(token, values);
    } catch (error) {
      toast.error(toasts.addFailed);
      if (!(error instanceof api.Refusal)) return;
      if (error.code === 'unauthenticated') onExpired();
      refuse(error.code === 'limit-reached' ? { fields: { title: 'limit-reached' } } : error);
      return;
    }
    toast.success(toasts.added);
    onCreated(technology);
    onClose();
  }

  return (
    <TechnologyFormDialog
      words={{ ...texts.create }}
      values={{ title: '', status: '' }}
      onSubmit={create}
      onClose={onClose}
      notice={expired && <ExpiredSession />}
    />
  );
}
