import type { FormEvent, ReactNode } from 'react';
import type { OpenSession } from '#contract/session.ts';
import type { Call } from '../../../call.ts';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { CallButton } from '../../../components/pending.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { Skeleton } from '../../../components/secondary/skeleton.tsx';
import { toast } from '../../../components/toast.ts';
import { useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { Loaded } from '../../../shell/signed-in/load-failure.tsx';
import { useAction, useCached, useOwnQuery } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { accountRemovalMessages } from '../messages.ts';
import { Section } from '../section.tsx';
import { EVENTS } from './activity.tsx';
import { deviceOf } from './device.ts';
import { usePasswordConfirmation } from './password-confirmation.ts';
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
  const password = usePasswordConfirmation('password', accountRemovalMessages.password);
  const ending = useAction({ call, done, failed });
  const others = sessions.filter(({ current }) => !current);

  function call(token: string) {
    return api.endOtherSessions(token, password.confirmation());
  }

  function failed(error: unknown) {
    password.refused(error);
    toast.error('Não foi possível encerrar as outras sessões');
  }

  function done() {
    password.accepted();
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
      {others.length > 0 && (
        <EndOthers call={ending}>
          {password.field && (
            <PasswordField
              label="Sua senha, para encerrar as outras sessões"
              showLabel="Mostrar a senha que encerra as outras sessões"
              {...password.field}
            />
          )}
        </EndOthers>
      )}
    </>
  );
}

function EndOthers({ call, children }: { call: Call<void>; children: ReactNode }) {
  const actions = useFocusFallback<HTMLFormElement>();

  function submit(event: FormEvent) {
    event.preventDefault();
    call.run();
  }

  return (
    <form ref={actions} noValidate onSubmit={submit}>
      {children}
      <Actions>
        <CallButton type="submit" tone="quiet" call={call}>
          Encerrar as outras sessões
        </CallButton>
      </Actions>
    </form>
  );
}
