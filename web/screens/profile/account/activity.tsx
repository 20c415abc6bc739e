import type { AccountEvent, EventKind } from '#contract/event.ts';
import { EVENTS_SHOWN } from '#contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { SkeletonList } from '../../../components/secondary/skeleton.tsx';
import { useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { hasFailed } from '../../../shell/signed-in/has-failed.ts';
import { Actions, Section } from '../section.tsx';
import { useEvents } from './events.ts';
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

export function Activity() {
  const query = useEvents();
  const { data: events, isFetching, refetch } = query;
  const failed = hasFailed(query);
  return (
    <Section
      anchor="atividade"
      title="Atividade da conta"
      lead="O que aconteceu recentemente. Se você não reconhecer algo, altere a senha e encerre as outras sessões."
    >
      {failed && <Failure retrying={isFetching} onRetry={() => void refetch()} />}
      {events === undefined && !failed && <SkeletonList words="Carregando a atividade" />}
      {events && (
        <ul className={styles.list}>
          {events.slice(0, EVENTS_SHOWN).map((event, index) => (
            <Row key={`${event.created_at} ${index}`} event={event} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Failure({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  const failure = useFocusFallback<HTMLDivElement>();
  return (
    <div ref={failure} role="alert" className={styles.failure}>
      <p>Não foi possível carregar a atividade.</p>
      <Actions>
        <Button tone="quiet" pending={retrying} onClick={onRetry}>
          Tentar de novo<span className="sr-only"> carregar a atividade</span>
        </Button>
      </Actions>
    </div>
  );
}

function Row({ event: { kind, actor, created_at } }: { event: AccountEvent }) {
  return (
    <li className={styles.event}>
      <div>
        <p>{WORDS[kind]}</p>
        {actor === 'admin' && <p className={styles.times}>Por quem mantém este servidor</p>}
      </div>
      <p className={styles.times}>
        <Time at={created_at} />
      </p>
    </li>
  );
}
