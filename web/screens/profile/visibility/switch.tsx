import { useId, type ReactNode } from 'react';
import type { OwnUser, ProfileChange } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { PendingStatus } from '../../../components/pending.tsx';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { useProfileUpdate } from '../own-profile.ts';
import styles from './switch.module.css';

type SwitchProps = {
  label: string;
  on: boolean;
  change: ProfileChange;
  done: (changed: OwnUser) => void;
  failed: () => void;
  children: ReactNode;
};

/** A setting that a click saves immediately. Shows the new state only after the response. */
export function Switch({ label, on, change, done, failed, children }: SwitchProps) {
  const [name, about] = [useId(), useId()];
  const update = useProfileUpdate();
  const { pending, slow, failure, start } = useAction({ call: api.changeProfile, done: changed, failed });

  function changed(user: OwnUser) {
    update(() => user);
    done(user);
  }

  return (
    <div className={styles.setting} aria-busy={pending}>
      <div className={styles.line}>
        <span id={name} className={styles.label}>
          {label}
        </span>
        <PendingStatus pending={pending} slow={slow} failure={failure} />
        {!pending && (
          <span className={styles.state} aria-hidden="true">
            {on ? 'Ligado' : 'Desligado'}
          </span>
        )}
        <button
          type="button"
          role="switch"
          className={styles.switch}
          aria-checked={on}
          aria-labelledby={name}
          aria-describedby={about}
          aria-disabled={pending || undefined}
          onClick={() => start(change)}
        />
      </div>
      <div id={about} className={styles.about}>
        {children}
      </div>
    </div>
  );
}
