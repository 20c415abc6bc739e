import { Component, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';
import { PageHeading } from './page-heading.tsx';
import { useWindowEvent } from './window-event.ts';

type Props = { address: string; children: ReactNode };
type State = { address: string; failed: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state = { address: this.props.address, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, failed: false };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Failure />;
  }
}

function Failure() {
  const [offline] = useState(() => !navigator.onLine);
  useWindowEvent('online', () => {
    if (offline) reload();
  });
  return (
    <main className={styles.failure}>
      <title>Algo deu errado · Trilha</title>
      <PageHeading>Algo deu errado</PageHeading>
      {offline ? (
        <>
          {/* No reload button: offline, a reload would show the browser's error page. */}
          <p>Você está sem internet, e esta página ainda não tinha sido carregada. Ela abre quando a conexão voltar.</p>
          <Button onClick={() => window.history.back()}>Voltar</Button>
        </>
      ) : (
        <>
          <p>Não foi possível mostrar esta página. O que você já salvou está guardado.</p>
          <Button onClick={reload}>Recarregar a página</Button>
        </>
      )}
    </main>
  );
}

function reload(): void {
  window.location.reload();
}
