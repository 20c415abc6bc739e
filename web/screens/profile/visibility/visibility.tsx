import { useId } from 'react';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { PendingStatus } from '../../../components/forms/pending.tsx';
import type { Reason } from '../../../components/reason.tsx';
import { toast } from '../../../components/toast.ts';
import { useAction } from '../../../shell/use-action.ts';
import { tellFailure } from '../failure-toast.ts';
import { useProfileUpdate } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { Preview } from './preview.tsx';
import styles from './visibility.module.css';

const failed = tellFailure('Não foi possível alterar a visibilidade');

export function Visibility({ user }: { user: OwnUser }) {
  const update = useProfileUpdate();
  const { pending, slow, failure, start } = useAction({ call: api.changeProfile, done, failed });
  const isPublic = user.visibility === 'public';

  function done(changed: OwnUser) {
    update(() => changed);
    toast.success(changed.visibility === 'public' ? 'Seu perfil agora é público' : 'Seu perfil agora é privado');
  }

  return (
    <Section
      anchor="visibilidade"
      title="Visibilidade"
      lead="Quem tem o endereço do seu perfil sempre vê o seu nome, o seu módulo e as suas tecnologias. O resto é você quem decide."
    >
      <Switch
        on={isPublic}
        pending={pending}
        slow={slow}
        failure={failure}
        onPress={() => start({ visibility: isPublic ? 'private' : 'public' })}
      />
      <Previews user={user} isPublic={isPublic} />
    </Section>
  );
}

type SwitchProps = { on: boolean; pending: boolean; slow: boolean; failure: Reason | undefined; onPress: () => void };

function Switch({ on, pending, slow, failure, onPress }: SwitchProps) {
  const label = useId();
  const about = useId();
  return (
    <div className={styles.setting} aria-busy={pending}>
      <div className={styles.line}>
        <span id={label} className={styles.label}>
          Perfil público
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
          <li>os seus projetos</li>
          <li>você na lista de pessoas</li>
        </ul>
        <p>O seu email nunca aparece. Você pode desligar quando quiser; o efeito é imediato.</p>
      </div>
    </div>
  );
}

function Previews({ user, isPublic }: { user: OwnUser; isPublic: boolean }) {
  return (
    <div className={styles.previews}>
      <h3>Como os outros veem</h3>
      <div className={styles.row}>
        <Preview caption="Agora" user={user} visibility={user.visibility} />
        {!isPublic && <Preview caption="Com o perfil público" user={user} visibility="public" />}
      </div>
    </div>
  );
}
