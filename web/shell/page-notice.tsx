import { useSyncExternalStore } from 'react';
import styles from './page-notice.module.css';

function subscribe(notify: () => void) {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** What is true of every screen: there is no network, or another screen is on its way (`pending`). */
export function PageNotice({ pending }: { pending: boolean }) {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  // The region stands from the start, so that screen readers announce the line.
  return (
    <div role="status" className={styles.notice}>
      {!online && <p>Você está sem internet</p>}
      {online && pending && <p className={styles.late}>Carregando…</p>}
    </div>
  );
}
