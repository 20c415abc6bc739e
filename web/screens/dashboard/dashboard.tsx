import { useCallback, useContext, useEffect, useState } from 'react';
import { Modal } from '../../components/dialogs/modal.tsx';
import { useOpenDialog } from '../../components/dialogs/open-dialog.ts';
import { Header } from '../../shell/header.tsx';
import { LoadFailure } from '../../shell/signed-in/load-failure.tsx';
import { useScreenCalls, withScreenCache } from '../../shell/signed-in/calls.tsx';
import { type ChunkRetry, PrefetchContext, prefetched } from '../../loading/prefetched.tsx';
import styles from './dashboard.module.css';
import type { DialogState } from './dialogs/dialogs.tsx';
import { Greeting } from './greeting.tsx';
import { ReadOnlyList, useLastList } from './list/last-list.tsx';
import { ListBar } from './list/list-bar.tsx';
import { ListTools } from './list/list-tools.tsx';
import { useListView } from './list/list-view.ts';
import { useOwnUser, useTechnologyList } from './own-user.ts';
import { TechnologyList } from './list/technology-list.tsx';
import { useUndo } from './use-undo.ts';

const SelectionBar = prefetched(async () => (await import('./selection/selection.tsx')).SelectionBar, DialogFailure);
const Dialogs = prefetched(async () => (await import('./dialogs/dialogs.tsx')).Dialogs, DialogFailure);

export const Dashboard = withScreenCache(DashboardScreen);

function DashboardScreen() {
  const { user, failed, error, loading } = useOwnUser();
  const lastList = useLastList(user, error);
  const { expired } = useScreenCalls();
  const { reload } = useTechnologyList();
  const { dialog, open, close } = useOpenDialog<DialogState>();
  const view = useListView(user?.techs);
  const { ids, toggle, setIds } = useSelection();
  const { trackChange, lastInBar, focusRestored } = useUndo();
  useBackgroundLoading(user !== undefined);

  return (
    <>
      <title>Minhas tecnologias · Trilha</title>
      <Header />
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        <Greeting user={user ?? lastList} failed={failed} />
        <section aria-labelledby="technologies">
          <ListBar
            view={view}
            lastChange={lastInBar}
            dialogOpen={dialog !== undefined}
            onAdd={() => open({ kind: 'create' })}
          />
          {failed && !expired && <LoadFailure what="as suas tecnologias" retrying={loading} onRetry={reload} />}
          {view.isLong && (
            <ListTools view={view} selecting={ids !== undefined} onSelect={() => setIds(ids ? undefined : new Set())} />
          )}
          {lastList && <ReadOnlyList list={lastList} />}
          {(user !== undefined || !failed) && (
            <TechnologyList
              technologies={user?.techs}
              visible={view.visible}
              selection={ids}
              onToggle={toggle}
              onOpen={open}
              onAdded={focusRestored}
            />
          )}
          {ids && (
            <SelectionBar
              visible={view.visible}
              selection={ids}
              onSelect={(all) => setIds(new Set(all))}
              onClose={() => setIds(undefined)}
              trackChange={trackChange}
            />
          )}
        </section>
      </main>
      {dialog && <Dialogs dialog={dialog} onClose={close} trackChange={trackChange} />}
    </>
  );
}

/** `ids` is undefined unless the user selects rows. */
function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const toggle = useCallback((id: string) => setIds((current) => current?.symmetricDifference(new Set([id]))), []);
  return { ids, toggle, setIds };
}

function DialogFailure({ onClose, retry, retrying }: { onClose: () => void } & ChunkRetry) {
  return (
    <Modal title="Algo deu errado" onClose={onClose}>
      <LoadFailure what="esta janela" retrying={retrying} onRetry={retry} />
    </Modal>
  );
}

function useBackgroundLoading(loaded: boolean) {
  const prefetchScreen = useContext(PrefetchContext);
  useEffect(() => {
    if (!loaded) return;
    import('./service-worker.ts').then(({ register }) => register()).catch(() => undefined);
    Dialogs.prepare().catch(() => undefined);
    SelectionBar.prepare().catch(() => undefined);
    prefetchScreen('login');
  }, [loaded, prefetchScreen]);
}
