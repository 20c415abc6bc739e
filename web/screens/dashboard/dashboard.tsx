import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useOutletContext } from 'react-router';
import type { Technology } from '#contract/technology.ts';
import type { User } from '#contract/user.ts';
import * as api from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Logo } from '../../components/logo.tsx';
import { texts } from '../../messages.ts';
import { PageHeading } from '../../page.tsx';
import { endSession, type Session } from '../../session.ts';
import { CreateTechnology } from './create-technology.tsx';
import styles from './dashboard.module.css';
import { DeleteTechnology } from './delete-technology.tsx';
import { EditTechnology } from './edit-technology.tsx';
import { ExpiredSession } from './expired-session.tsx';
import { TechnologyList } from './technology-list.tsx';
import { useOwnUser } from './own-user.ts';

// The specification says when the list is read: at the start and after an edit or a delete, also with the network gone.
const QUERIES = { networkMode: 'always', retry: false, staleTime: Infinity, refetchOnReconnect: false } as const;

/** The cache lives as long as the screen: leaving it, by "Sair" or otherwise, leaves nothing behind. */
export function Dashboard() {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: QUERIES } }));
  return (
    <QueryClientProvider client={client}>
      <DashboardScreen session={useOutletContext<Session>()} />
    </QueryClientProvider>
  );
}

type Opened = { dialog: 'create' } | { dialog: 'edit' | 'delete'; technology: Technology };

function DashboardScreen({ session }: { session: Session }) {
  const { user, failed, loading, append, reload } = useOwnUser(session.userId);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [expired, setExpired] = useState(false);
  const signOut = useSignOut(session.token);

  const dialog = {
    token: session.token,
    // A call may end after its dialog was closed and another opened: it closes its own alone.
    onClose: () => setOpened((now) => (now === opened ? null : now)),
    onExpired: () => setExpired(true),
  };

  return (
    <>
      <title>Minhas tecnologias · Trilha</title>
      <a className={styles.skip} href="#conteudo">
        Pular para o conteúdo
      </a>
      <header className={styles.header}>
        <Logo height={32} />
        <button type="button" className={styles.signOut} onClick={signOut}>
          {texts.dashboard.signOut}
        </button>
      </header>
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        <Greeting user={user} failed={failed} />
        {expired && <ExpiredSession />}
        <section aria-labelledby="technologies">
          <div className={styles.bar}>
            <h2 id="technologies">Tecnologias</h2>
            <button
              type="button"
              id="add-technology"
              className={styles.add}
              title="Adicionar tecnologia"
              onClick={() => setOpened({ dialog: 'create' })}
            >
              {texts.dashboard.add}
            </button>
          </div>
          {failed && <LoadFailure retrying={loading} onRetry={() => void reload()} />}
          {(user !== undefined || !failed) && (
            <TechnologyList
              technologies={user?.techs}
              onEdit={(technology) => setOpened({ dialog: 'edit', technology })}
              onDelete={(technology) => setOpened({ dialog: 'delete', technology })}
            />
          )}
        </section>
      </main>
      {opened?.dialog === 'create' && <CreateTechnology {...dialog} expired={expired} onCreated={append} />}
      {opened?.dialog === 'edit' && <EditTechnology {...dialog} technology={opened.technology} onChanged={reload} />}
      {opened?.dialog === 'delete' && (
        <DeleteTechnology {...dialog} technology={opened.technology} onDeleted={reload} />
      )}
    </>
  );
}

function useSignOut(token: string) {
  const navigate = useNavigate();
  return () => {
    endSession();
    // An entry of its own in the history: Back leads to the dashboard's door, and from there to the login again.
    void navigate('/login');
    // The person is out whether or not the server hears of it.
    api.logOut(token).catch(() => undefined);
  };
}

function Greeting({ user, failed }: { user: User | undefined; failed: boolean }) {
  const unknown = (width: string) => !failed && <Loading width={width} />;
  return (
    <div className={styles.greeting} aria-busy={user === undefined && !failed}>
      <PageHeading>{user?.name ? texts.dashboard.greeting(user.name) : unknown('9em') || 'Olá'}</PageHeading>
      <p>{user?.course_module ?? unknown('14em')}</p>
    </div>
  );
}

function Loading({ width }: { width: string }) {
  return (
    <>
      <span className="sr-only">Carregando</span>
      <span className={styles.skeleton} style={{ width }} aria-hidden="true" />
    </>
  );
}

function LoadFailure({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <div className={styles.failure} role="alert">
      <p>Não foi possível carregar as suas tecnologias.</p>
      <Button pending={retrying} onClick={() => !retrying && onRetry()}>
        Tentar de novo
      </Button>
    </div>
  );
}
