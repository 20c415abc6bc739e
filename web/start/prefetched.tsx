import { createElement, useEffect, useState, type ComponentType } from 'react';

/**
 * A component whose chunk is fetched at its first render, or earlier by `prepare`. Throws while rendering when that fails.
 * Not `React.lazy`: React may hold back what Suspense reveals for 300 ms.
 */
export function prefetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let component: ComponentType<Props> | undefined;
  let failedBefore = false;

  async function prepare() {
    component ??= await load();
  }

  function Prefetched(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [, setReady] = useState(component !== undefined);
    useEffect(() => {
      if (component !== undefined) return;
      // Vite asks for a style sheet once only: a second try needs a page of its own.
      if (failedBefore && navigator.onLine) {
        window.location.reload();
        return;
      }
      prepare().then(
        () => setReady(true),
        (error: unknown) => {
          failedBefore = true;
          setFailure({ error });
        },
      );
    }, []);
    if (failure) throw failure.error;
    return component === undefined ? null : createElement(component, props);
  }

  return Object.assign(Prefetched, { prepare });
}
