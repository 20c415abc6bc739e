import type { OpenSession } from '#contract/session.ts';
import type { Call } from '../../../call.ts';
import { CallButton } from '../../../components/pending.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { Skeleton } from '../../../components/secondary/skeleton.tsx';
import { toast } from '../../../components/toast.ts';
import { useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { Loaded } from '../../../shell/signed-in/load-failure.tsx';
import { useAction, useCached, useOwnQuery } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { Section } from '../section.tsx';
import { EVENTS } from './activity.tsx';
import { deviceOf } from './device.ts';
import styles from './sessions.module.css';
import { Time } from './time.tsx';

export const SESSIONS = ['sessions'];

export function Sessions() {
  const query = useOwnQuery(SESSIONS, api.listSessions);
  return (
    <Section
      anchor="sessoes"
      title="Sessões abertas"
      lead="Onde sua conta está aberta agora. Se você não reconhecer alguma sessão, encerre as outras e altere a senha."
    >
      <Loaded query={query} what="as sessões" skeleton={<Skeleton words="Carregando as sessões" />} inSection>
        {(sessions) => <List sessions={sessions} />}
      </Loaded>
    </Section>
  );
}

function List({ sessions }: { sessions: OpenSession[] }) {
  const { update } = useCached<OpenSession[]>(SESSIONS);
  const { reload: reloadEvents } = useCached(EVENTS);
  const ending = useAction({ call: api.endOtherSessions, done, failed: 'Não foi possível encerrar as outras sessões' });
  const others = sessions.filter(({ current }) => !current);

  function done() {
    update((all) => all.filter(({ current }) => current));
    toast.success('As outras sessões foram encerradas');
    reloadEvents();
  }

  return (
    <>
      <ul className={styles.list}>
        {[...sessions.filter(({ current }) => current), ...others].map((session) => (
          <li key={session.id} className={styles.row}>
            <p className={styles.device}>
              {deviceOf(session.user_agent)} {session.current && <strong>Esta sessão</strong>}
            </p>
            <p className="note">
              Aberta em <Time at={session.created_at} />
            </p>
            <p className="note">
              Último uso em <Time at={session.last_used_at} />
            </p>
          </li>
        ))}
      </ul>
      {others.length > 0 && <EndOthers call={ending} />}
    </>
  );
}

function EndOthers({ call }: { call: Call<void> }) {
  const actions = useFocusFallback<HTMLDivElement>();
  return (
    <div ref={actions}>
      <Actions>
        <CallButton tone="quiet" call={call} onClick={() => call.run()}>
          Encerrar as outras sessões
        </CallButton>
      </Actions>
    </div>
  );
}
