import { useSyncExternalStore } from 'react';
import styles from './offline-notice.module.css';

function subscribe(notify: () => void) {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}

/** Its region stands from the start, so that screen readers announce the line. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={styles.notice}>
      {!online && <p>Você está sem internet</p>}
    </div>
  );
}
