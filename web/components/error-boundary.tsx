import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';

/** Shown instead of a white page when a part of the app throws or cannot be fetched. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={styles.failure}>
        <h1>Algo deu errado</h1>
        <p>Não foi possível mostrar esta página. O que você já salvou está guardado.</p>
        <Button onClick={() => window.location.reload()}>Recarregar a página</Button>
      </main>
    );
  }
}
