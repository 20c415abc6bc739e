import { useId } from 'react';
import type { Visibility as Visible } from '#contract/choices.ts';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { Glimpse } from './preview.tsx';
import type { OwnProfile } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { useAction } from '../use-action.ts';
import styles from './visibility.module.css';

/** What becomes visible stands above the switch's own preview, so that nobody learns of it afterwards. */
export function Visibility({ profile: { token, user, hold, tell } }: { profile: OwnProfile }) {
  const shown = user.visibility === 'public';
  const { pending, slow, start } = useAction(toggle, 'Não foi possível mudar a visibilidade', tell);

  async function toggle() {
    const visibility: Visible = shown ? 'private' : 'public';
    const changed = await api.changeProfile(token, { visibility });
    hold(() => changed);
    toast.success(visibility === 'public' ? 'Seu perfil agora é público' : 'Seu perfil agora é privado');
  }

  return (
    <Section
      title="Visibilidade"
      lead="Quem tem o endereço do seu perfil sempre vê o seu nome, o seu módulo e as suas tecnologias. O resto é você quem decide."
    >
      <Switch on={shown} pending={pending} slow={slow} onPress={start} />
      <Preview user={user} shown={shown} />
    </Section>
  );
}

type SwitchProps = { on: boolean; pending: boolean; slow: boolean; onPress: () => void };

function Switch({ on, pending, slow, onPress }: SwitchProps) {
  const label = useId();
  const about = useId();
  return (
    <div className={styles.setting} aria-busy={pending}>
      <div className={styles.line}>
        <span id={label} className={styles.label}>
          Perfil público
        </span>
        <PendingStatus pending={pending} slow={slow} />
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
          aria-labelledby={label}
          aria-describedby={about}
          aria-disabled={pending || undefined}
          onClick={onPress}
        />
      </div>
      <div id={about} className={styles.about}>
        <p>{on ? 'Com o perfil público, todos veem também:' : 'Se você ligar, todos passam a ver também:'}</p>
        <ul>
          <li>a sua foto</li>
          <li>a sua bio e o seu contato</li>
          <li>os seus trabalhos</li>
          <li>você na lista de pessoas</li>
        </ul>
        <p>O seu email nunca aparece. Desligar vale na hora.</p>
      </div>
    </div>
  );
}

function Preview({ user, shown }: { user: OwnUser; shown: boolean }) {
  return (
    <div className={styles.preview}>
      <h3>Como os outros veem</h3>
      <div className={styles.glimpses}>
        <Glimpse caption="Agora" user={user} visibility={user.visibility} />
        {!shown && <Glimpse caption="Com o perfil público" user={user} visibility="public" />}
      </div>
    </div>
  );
}
