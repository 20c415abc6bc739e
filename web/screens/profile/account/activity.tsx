import type { EventKind } from '#contract/event.ts';
import { Skeleton } from '../../../components/secondary/skeleton.tsx';
import { Loaded } from '../../../shell/signed-in/load-failure.tsx';
import { useOwnQuery } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { Section } from '../section.tsx';
import styles from './sessions.module.css';
import { Time } from './time.tsx';

const WORDS: Record<EventKind, string> = {
  login: 'Login na sua conta',
  'login-failed': 'Tentativa com a senha errada',
  'sessions-ended': 'Sessões encerradas',
  'password-changed': 'Senha alterada',
  'password-reset': 'Senha redefinida por um link',
  'email-changed': 'Email alterado',
  'made-public': 'Perfil público ligado',
  'made-private': 'Perfil público desligado',
  'data-exported': 'Cópia dos seus dados baixada',
  'reset-link-made': 'Link para redefinir a senha criado',
  locked: 'Conta bloqueada',
  unlocked: 'Conta desbloqueada',
};

export const EVENTS = ['events'];

export const useEvents = () => useOwnQuery(EVENTS, api.listEvents);

export function Activity() {
  const query = useEvents();
  return (
    <Section
      anchor="atividade"
      title="Atividade da conta"
      lead="O que aconteceu recentemente. Se você não reconhecer algo, altere a senha, saia e entre de novo."
    >
      <Loaded query={query} what="a atividade" skeleton={<Skeleton words="Carregando a atividade" />} inSection>
        {(events) => (
          <ul className={styles.list}>
            {events.map(({ kind, actor, created_at }, index) => (
              <li key={`${created_at} ${index}`} className={styles.event}>
                <div>
                  <p>{WORDS[kind]}</p>
                  {actor === 'admin' && <p className="note">Por quem mantém este servidor</p>}
                </div>
                <p className="note">
                  <Time at={created_at} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
