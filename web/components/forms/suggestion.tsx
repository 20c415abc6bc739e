import styles from './suggestion.module.css';

export function Suggestion({ name, onAccept }: { name: string; onAccept: () => void }) {
  return (
    <button type="button" className={styles.suggestion} onClick={onAccept}>
      Você quis dizer <b>{name}</b>?
    </button>
  );
}
