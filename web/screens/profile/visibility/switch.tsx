import { useId, type ReactNode } from 'react';
import type { OwnUser, ProfileChange } from '#contract/user.ts';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useAction, useCachedUser } from '../../../shell/signed-in/calls.tsx';
import styles from './switch.module.css';
import * as api from '../api.ts';

type SwitchProps = {
  label: string;
  user: OwnUser;
  isOn: (user: OwnUser) => boolean;
  change: (on: boolean) => ProfileChange;
  call?: (token: string, change: ProfileChange) => Promise<OwnUser>;
  toasts: { on: string; off: string };
  result?: ReactNode;
  children: ReactNode;
};

export function Switch({ label, user, isOn, change, call = api.changeProfile, toasts, result, children }: SwitchProps) {
  const [control, name, about] = [useId(), useId(), useId()];
  const { replace } = useCachedUser<OwnUser>();
  const on = isOn(user);
  const saving = useAction({ call, done, failed: 'Não foi possível alterar a visibilidade' });

  function done(changed: OwnUser) {
    replace(changed);
    toast.success(isOn(changed) ? toasts.on : toasts.off);
  }

  return (
    <div aria-busy={saving.pending}>
      <div className={styles.line}>
        <label id={name} htmlFor={control} className={styles.label}>
          {label}
        </label>
        <PendingStatus call={saving} />
        {!saving.pending && (
          <span className={styles.state} aria-hidden="true">
            {on ? 'Ligado' : 'Desligado'}
          </span>
        )}
        <button
          id={control}
          type="button"
          role="switch"
          className={styles.switch}
          aria-checked={on}
          aria-labelledby={name}
          aria-describedby={about}
          aria-disabled={saving.pending || undefined}
          onClick={() => saving.run(change(!on))}
        />
      </div>
      {result}
      <div id={about} className={styles.about}>
        {children}
      </div>
    </div>
  );
}
