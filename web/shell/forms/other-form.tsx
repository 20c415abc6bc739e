import { useLocation } from 'wouter';
import { Button } from '../../components/button.tsx';
import { sameWayBack } from '../../way-back.ts';
import styles from './other-form.module.css';

type OtherFormProps = { question: string; path: string; children: string };

/** A link between sign-up and login. `data-to` makes it work before hydration (see `boot.ts`). */
export function OtherForm({ question, path, children }: OtherFormProps) {
  const [, navigate] = useLocation();
  return (
    <>
      <p className={styles.question}>{question}</p>
      <Button tone="secondary" data-to={path} onClick={() => navigate(path, sameWayBack())}>
        {children}
      </Button>
    </>
  );
}
