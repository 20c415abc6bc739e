import { Button } from '../../components/button.tsx';
import styles from './other-form.module.css';

type OtherFormProps = { question: string; path: string; children: string; onGo: (path: string) => unknown };

/** A link between sign-up and login. `data-to` makes it work before hydration (see `boot.ts`). */
export function OtherForm({ question, path, children, onGo }: OtherFormProps) {
  return (
    <>
      <p className={styles.question}>{question}</p>
      <Button tone="secondary" data-to={path} onClick={() => onGo(path)}>
        {children}
      </Button>
    </>
  );
}
