import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OpenSession } from '#contract/session.ts';
import { CallButton } from '../../../components/pending.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { Skeleton } from '../../../components/secondary/skeleton.tsx';
import { toast } from '../../../components/toast.ts';
import { Loaded } from '../../../shell/signed-in/load-failure.tsx';
import { useAction, useOwnQuery } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { Section } from '../section.tsx';
import { deviceOf } from './device.ts';
import styles from './sessions.module.css';
import { Time } from './time.tsx';

const queryKey = ['sessions'];

export function Sessions() {
  const query = useOwnQuery(queryKey, api.listSessions);
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
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const ending = useAction({ call: api.endOtherSessions, done, failed: 'Não foi possível encerrar as outras sessões' });
  const others = sessions.filter(({ current }) => !current);

  function done() {
    list.current?.closest('section')?.querySelector('h2')?.focus();
    client.setQueryData<OpenSession[]>(queryKey, (all) => all?.filter(({ current }) => current));
    toast.success('As outras sessões foram encerradas');
    void client.invalidateQueries({ queryKey: ['events'] });
  }

  return (
    <>
      <ul ref={list} className={styles.list}>
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
      {others.length > 0 && (
        <Actions>
          <CallButton tone="quiet" call={ending} onClick={() => ending.run()}>
            Encerrar as outras sessões
          </CallButton>
        </Actions>
      )}
    </>
  );
}
