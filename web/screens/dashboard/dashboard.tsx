import { useEffect, useState } from 'react';
import { Modal } from '../../components/modal.tsx';
import { texts } from '../../messages.ts';
import { ExpiredSession } from '../../shell/expired-session.tsx';
import { Header } from '../../shell/header.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { ScreenCache, useExpired } from '../../shell/screen-cache.tsx';
import { type ChunkRetry, prefetched } from '../../start/prefetched.tsx';
import { prefetch } from '../../start/screens.ts';
import styles from './dashboard.module.css';
import type { Opened } from './dialogs.tsx';
import { Greeting } from './greeting.tsx';
import { useOwnUser, useTechnologyList } from './own-user.ts';
import { TechnologyList } from './technology-list.tsx';
import { useUndo } from './use-undo.ts';

// Half of the dashboard's script, which the first paint does not need.
const Dialogs = prefetched(async () => (await import('./dialogs.tsx')).Dialogs, LostDialog);

export function Dashboard() {
  return (
    <ScreenCache>
      <DashboardScreen />
    </ScreenCache>
  );
}

function DashboardScreen() {
  const { user, failed, loading } = useOwnUser();
  const { reload } = useTechnologyList();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { noteDeletion, focusRestored } = useUndo();
  usePrepared(user !== undefined);
  useFocusInSight(opened === null);

  return (
    <>
      <title>Minhas tecnologias · Trilha</title>
      <Header />
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        <Greeting user={user} failed={failed} />
        <section aria-labelledby="technologies">
          <div className={styles.bar}>
            <ExpiredSession />
            <h2 id="technologies" tabIndex={-1}>
              Tecnologias
            </h2>
            <AddButton wanted={user?.techs.length === 0} onAdd={() => setOpened({ dialog: 'create' })} />
          </div>
          {failed && <LoadFailure what="as suas tecnologias" retrying={loading} onRetry={reload} />}
          {(user !== undefined || !failed) && (
            <TechnologyList technologies={user?.techs} onOpen={setOpened} onArrival={focusRestored} />
          )}
        </section>
      </main>
      {opened && (
        <Dialogs
          opened={opened}
          // A late call closes its own dialog, not one opened since.
          onClose={() => setOpened((now) => (now === opened ? null : now))}
          noteDeletion={noteDeletion}
        />
      )}
    </>
  );
}

function LostDialog({ onClose, retry, retrying }: { onClose: () => void } & ChunkRetry) {
  return (
    <Modal title="Algo deu errado" onClose={onClose} closable closesOnBackdrop>
      <LoadFailure what="esta janela" retrying={retrying} onRetry={retry} />
    </Modal>
  );
}

/** The notice moves the list: the row that its dialog gives the focus back to stays in sight. */
function useFocusInSight(closed: boolean) {
  const expired = useExpired();
  useEffect(() => {
    if (expired && closed) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [expired, closed]);
}

/** Fetches the dialogs, and the login that "Sair" leads to, once the list is there. */
function usePrepared(listed: boolean) {
  useEffect(() => {
    if (!listed) return;
    // When that fails, opening one says so.
    Dialogs.prepare().catch(() => undefined);
    prefetch('login');
  }, [listed]);
}

/** `wanted` while it is the one thing to do. */
function AddButton({ wanted, onAdd }: { wanted: boolean; onAdd: () => void }) {
  return (
    <button
      type="button"
      id="add-technology"
      className={styles.add}
      data-wanted={wanted || undefined}
      title="Adicionar tecnologia"
      onClick={onAdd}
    >
      {texts.dashboard.add}
    </button>
  );
}
