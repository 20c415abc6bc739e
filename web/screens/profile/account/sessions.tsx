import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OpenSession } from '#contract/session.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { SkeletonList } from '../../../components/secondary/skeleton.tsx';
import { toast } from '../../../components/toast.ts';
import { useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { hasFailed } from '../../../shell/signed-in/has-failed.ts';
import { useRequiredSession } from '../../../shell/session-context.ts';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { failureToast } from '../failure-toast.ts';
import { Actions, focusHeading, Section } from '../section.tsx';
import { deviceOf } from './device.ts';
import styles from './sessions.module.css';
import { Time } from './time.tsx';

const queryKey = ['sessions'];
const endFailed = failureToast('Não foi possível encerrar as outras sessões');

export function Sessions() {
  const { token } = useRequiredSession();
  const query = useQuery({ queryKey, queryFn: () => api.listSessions(token) });
  const { data: sessions, isFetching, refetch } = query;
  const failed = hasFailed(query);
  return (
    <Section
      anchor="sessoes"
      title="Sessões abertas"
      lead="Onde a sua conta está aberta agora. Se você não reconhecer alguma sessão, encerre as outras e altere a senha."
    >
      {failed && <Failure retrying={isFetching} onRetry={() => void refetch()} />}
      {sessions === undefined && !failed && <SkeletonList words="Carregando as sessões" />}
      {sessions && <List sessions={sessions} />}
    </Section>
  );
}

function Failure({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  const failure = useFocusFallback<HTMLDivElement>();
  return (
    <div ref={failure} role="alert" className={styles.failure}>
      <p>Não foi possível carregar as sessões.</p>
      <Actions>
        <Button tone="quiet" pending={retrying} onClick={onRetry}>
          Tentar de novo<span className="sr-only"> carregar as sessões</span>
        </Button>
      </Actions>
    </div>
  );
}

function List({ sessions }: { sessions: OpenSession[] }) {
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const { pending, slow, failure, start } = useAction({ call: api.endOtherSessions, done, failed: endFailed });
  const others = sessions.filter(({ current }) => !current);

  function done() {
    // The focused button unmounts when no other sessions are left.
    focusHeading(list.current);
    client.setQueryData<OpenSession[]>(queryKey, (all) => all?.filter(({ current }) => current));
    toast.success('As outras sessões foram encerradas');
    void client.invalidateQueries({ queryKey: ['events'] });
  }

  return (
    <>
      <ul ref={list} className={styles.list}>
        {[...sessions.filter(({ current }) => current), ...others].map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <Actions>
          <Button tone="quiet" pending={pending} onClick={() => start()}>
            Encerrar as outras sessões
          </Button>
          <PendingStatus pending={pending} slow={slow} failure={failure} />
        </Actions>
      )}
    </>
  );
}

function Row({ session: { user_agent, created_at, last_used_at, current } }: { session: OpenSession }) {
  return (
    <li className={styles.row}>
      <p className={styles.device}>
        {deviceOf(user_agent)} {current && <strong>Esta sessão</strong>}
      </p>
      <p className={styles.times}>
        Aberta em <Time at={created_at} />
      </p>
      <p className={styles.times}>
        Último uso em <Time at={last_used_at} />
      </p>
    </li>
  );
}
