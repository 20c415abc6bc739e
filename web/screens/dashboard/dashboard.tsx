import { useEffect, useState } from 'react';
import { useOutletContext } from 'react-router';
import { prefetched } from '../../start/prefetched.tsx';
import { texts } from '../../messages.ts';
import { prefetch } from '../../start/screens.ts';
import type { Session } from '../../session.ts';
import { ExpiredSession } from '../../shell/expired-session.tsx';
import { Header } from '../../shell/header.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { ScreenCache } from '../../shell/screen-cache.tsx';
import styles from './dashboard.module.css';
import type { Opened } from './dialogs.tsx';
import { Greeting } from './greeting.tsx';
import { useOwnUser } from './own-user.ts';
import { TechnologyList } from './technology-list.tsx';
import { useUndo } from './use-undo.ts';

// Their forms are the larger part of the screen's script, and nobody opens one before the list is there.
const Dialogs = prefetched(async () => (await import('./dialogs.tsx')).Dialogs);

export function Dashboard() {
  const session = useOutletContext<Session>();
  return (
    <ScreenCache>
      {/* Another tab's login is another session: nothing of this one stays. */}
      <DashboardScreen key={session.token} session={session} />
    </ScreenCache>
  );
}

function DashboardScreen({ session }: { session: Session }) {
  const { user, failed, loading, append, reload } = useOwnUser(session.userId);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [expired, setExpired] = useState(false);
  const remember = useUndo(reload);
  usePrepared(user !== undefined);

  return (
    <>
      <title>Minhas tecnologias · Trilha</title>
      <Header token={session.token} />
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        <Greeting user={user} failed={failed} />
        {expired && <ExpiredSession />}
        <section aria-labelledby="technologies">
          <div className={styles.bar}>
            <h2 id="technologies">Tecnologias</h2>
            <AddButton onAdd={() => setOpened({ dialog: 'create' })} />
          </div>
          {failed && <LoadFailure what="as suas tecnologias" retrying={loading} onRetry={() => void reload()} />}
          {(user !== undefined || !failed) && <TechnologyList technologies={user?.techs} onOpen={setOpened} />}
        </section>
      </main>
      {opened && (
        <Dialogs
          opened={opened}
          token={session.token}
          expired={expired}
          // A call may end after its dialog was closed and another opened: it closes its own alone.
          onClose={() => setOpened((now) => (now === opened ? null : now))}
          onExpired={() => setExpired(true)}
          onCreated={append}
          reload={reload}
          remember={remember}
        />
      )}
    </>
  );
}

/** Once the list is there: fetches the dialogs, and the login that "Sair" leads to, before they are wanted. */
function usePrepared(listed: boolean) {
  useEffect(() => {
    if (!listed) return;
    // When that fails, opening one says so.
    Dialogs.prepare().catch(() => undefined);
    prefetch('login');
  }, [listed]);
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <button type="button" id="add-technology" className={styles.add} title="Adicionar tecnologia" onClick={onAdd}>
      {texts.dashboard.add}
    </button>
  );
}
