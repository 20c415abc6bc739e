import { Component, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';
import { PageHeading } from './page-heading.tsx';
import { useWindowEvent } from './window-event.ts';

export class ErrorBoundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Failure /> : this.props.children;
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
      {/* The list of technologies opens offline; "Voltar" may lead out of the app. */}
      <a href="/">Voltar ao início</a>
    </main>
  );
}

function reload(): void {
  window.location.reload();
}
