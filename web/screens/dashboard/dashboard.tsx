import { useContext, useEffect, useState } from 'react';
import { Modal } from '../../components/dialogs/modal.tsx';
import { texts } from '../../messages.ts';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { Header } from '../../shell/header.tsx';
import { LoadFailure } from '../../shell/signed-in/load-failure.tsx';
import { useExpiry, withScreenCache } from '../../shell/signed-in/screen-cache.tsx';
import { type ChunkRetry, PrefetchContext, prefetched } from '../../loading/prefetched.tsx';
import styles from './dashboard.module.css';
import type { DialogState } from './dialogs.tsx';
import { Greeting } from './greeting.tsx';
import { ReadOnlyList, useLastList } from './last-list.tsx';
import { useOwnUser, useTechnologyList } from './own-user.ts';
import { registerServiceWorker } from './service-worker.ts';
import { TechnologyList } from './technology-list.tsx';
import { useUndo } from './use-undo.ts';

const Dialogs = prefetched(async () => (await import('./dialogs.tsx')).Dialogs, DialogFailure);

export const Dashboard = withScreenCache(DashboardScreen);

function DashboardScreen() {
  const { user, failed, error, loading } = useOwnUser();
  const lastList = useLastList(user, error);
  const { reload } = useTechnologyList();
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const { trackDeletion, focusRestored } = useUndo();
  usePrefetchedChunks(user !== undefined);
  const { expired } = useExpiry();
  // The notice of an expired session shifts the list, so the focused row is scrolled into view.
  useEffect(() => {
    if (expired && dialog === null) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [expired, dialog]);

  return (
    <>
      <title>Minhas tecnologias · Trilha</title>
      <Header />
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        <Greeting user={user ?? lastList} failed={failed} />
        <section aria-labelledby="technologies">
          <div className={styles.bar}>
            <ExpiredSession />
            <h2 id="technologies" tabIndex={-1}>
              Tecnologias
            </h2>
            <button
              type="button"
              id="add-technology"
              className={styles.add}
              data-highlighted={user?.techs.length === 0 || undefined}
              title="Adicionar tecnologia"
              onClick={() => setDialog({ kind: 'create' })}
            >
              {texts.dashboard.add}
            </button>
          </div>
          {failed && <LoadFailure what="as suas tecnologias" retrying={loading} onRetry={reload} />}
          {lastList && <ReadOnlyList list={lastList} />}
          {(user !== undefined || !failed) && (
            <TechnologyList technologies={user?.techs} onOpen={setDialog} onAdded={focusRestored} />
          )}
        </section>
      </main>
      {dialog && (
        <Dialogs
          dialog={dialog}
          // A slow call must not close a dialog that was opened later.
          onClose={() => setDialog((current) => (current === dialog ? null : current))}
          trackDeletion={trackDeletion}
        />
      )}
    </>
  );
}

function DialogFailure({ onClose, retry, retrying }: { onClose: () => void } & ChunkRetry) {
  return (
    <Modal title="Algo deu errado" onClose={onClose}>
      <LoadFailure what="esta janela" retrying={retrying} onRetry={retry} />
    </Modal>
  );
}

function usePrefetchedChunks(loaded: boolean) {
  const prefetchScreen = useContext(PrefetchContext);
  useEffect(() => {
    if (!loaded) return;
    registerServiceWorker();
    Dialogs.prepare().catch(() => undefined);
    prefetchScreen('login');
  }, [loaded, prefetchScreen]);
}
