import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Class, Invitation as Invited } from '#contract/class.ts';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import { codeOf, readProfile } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { CallButton } from '../../components/pending.tsx';
import { Actions } from '../../components/secondary/actions.tsx';
import { Skeleton } from '../../components/secondary/skeleton.tsx';
import { toast } from '../../components/toast.ts';
import { releaseEarlySubmit } from '../../loading/early-request.ts';
import { SessionContext, useSession } from '../../session.ts';
import { Page } from '../../shell/page.tsx';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { Loaded } from '../../shell/signed-in/load-failure.tsx';
import { OWN_USER, useAction, useOwnQuery, withScreenCache } from '../../shell/signed-in/calls.tsx';
import { returnHere } from '../../way-back.ts';
import * as api from './api.ts';
import styles from './classes.module.css';
import { refusals, SEEN_BY_CLASS } from './messages.ts';
import { MissingInvitation } from './missing-class.tsx';
import { classPath, readParameter, useNavigateFromHere } from './paths.ts';
import { MemberCard } from './people/member-card.tsx';

const HEADING = 'Convite para uma turma';

export function Invitation() {
  const session = useSession();
  if (session === null) return <VisitorsInvitation />;
  return (
    <SessionContext value={session}>
      <UsersInvitation />
    </SessionContext>
  );
}

function VisitorsInvitation() {
  const [, navigate] = useLocation();
  useEffect(releaseEarlySubmit, []);
  const go = (path: string) => ({ 'data-to': path, onClick: () => navigate(path, { state: returnHere() }) });
  return (
    <Page heading={HEADING}>
      <section className={styles.card}>
        <p>Na Trilha cada pessoa mantém a lista das tecnologias que conhece, com o nível de cada uma.</p>
        <p>Quem participa da turma vê {SEEN_BY_CLASS}. Para participar, use sua conta ou crie uma.</p>
        <Actions>
          <Button {...go(PAGES.signup.path)}>Criar conta</Button>
          <Button tone="quiet" {...go(PAGES.login.path)}>
            Já tenho conta
          </Button>
        </Actions>
      </section>
    </Page>
  );
}

const UsersInvitation = withScreenCache(function UsersInvitation() {
  const [code] = useState(readParameter);
  const navigate = useNavigateFromHere();
  const [missing, setMissing] = useState(false);
  const query = useOwnQuery(['invitation'], (token) => api.readInvitation(token, code));
  // Read at the same time, not once the invitation is there.
  const { data: user } = useOwnQuery(OWN_USER, readProfile);
  const joining = useAction({ call: (token) => api.joinClass(token, code), done, failed });

  function done({ id, name }: Class) {
    navigate(classPath(id), { replace: true });
    toast.success(`Você está na turma ${name}`);
  }

  function failed(error: unknown) {
    const refusal = refusals[codeOf(error) ?? ''];
    if (refusal !== undefined) joining.report({ words: () => refusal });
    if (isMissing(error)) setMissing(true);
    else toast.error('Não foi possível participar da turma');
  }

  const { data: invitation } = query;
  if (missing || isMissing(query.error)) return <MissingInvitation />;
  if (invitation?.id !== undefined) return <OwnInvitation {...invitation} id={invitation.id} />;
  return (
    <Page heading={invitation ? `Convite: ${invitation.name}` : HEADING}>
      <ExpiredSession />
      <Loaded query={query} what="o convite" skeleton={<Skeleton words="Carregando o convite" heights={[20]} />}>
        {() => (
          <section className={styles.card}>
            <p>A turma vai ver {SEEN_BY_CLASS}.</p>
            {user && <OwnCard user={user} />}
            <p className={styles.note}>
              Quem ensina vê também quando sua lista mudou. Você pode deixar a turma quando quiser, e some dela na hora.
            </p>
            <Actions>
              <CallButton call={joining} onClick={() => joining.run()}>
                Participar da turma
              </CallButton>
            </Actions>
          </section>
        )}
      </Loaded>
    </Page>
  );
});

/** For the teacher and the members of the class who open its link. */
function OwnInvitation({ name, id, role }: Invited & { id: string }) {
  const [, navigate] = useLocation();
  const path = classPath(id);
  return (
    <Page heading={`Convite: ${name}`}>
      <section className={styles.card}>
        <p>
          {role === 'teacher'
            ? 'Você ensina esta turma. Quem estuda nela abre este link, entra com a própria conta e confirma.'
            : 'Você já está nesta turma.'}
        </p>
        <Actions>
          <Button onClick={() => navigate(path)}>Abrir a turma</Button>
        </Actions>
      </section>
    </Page>
  );
}

/** `validation` means that the URL has no valid code. */
function isMissing(error: unknown): boolean {
  return ['not-found', 'validation'].includes(codeOf(error) ?? '');
}

/** Not shown if it fails to load: the text above lists the same data. */
function OwnCard({ user }: { user: OwnUser }) {
  const handle = user.visibility === 'public' ? user.handle : null;
  return <MemberCard member={{ ...user, handle }} />;
}
