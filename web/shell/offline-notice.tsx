import { useSyncExternalStore } from 'react';
import styles from './offline-notice.module.css';

function subscribe(tell: () => void) {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}

/** A quiet line for as long as the device has no network. The region stands from the start, so that it is announced. */
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
