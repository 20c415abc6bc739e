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

export function PageNotice({ pending }: { pending: boolean }) {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  // Always rendered: screen readers announce only changes of an existing live region.
  return (
    <div role="status" className={styles.notice}>
      {!online && <p>Você está sem internet</p>}
      {online && pending && <p className={styles.late}>Carregando…</p>}
    </div>
  );
}
