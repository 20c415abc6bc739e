import { createElement, useEffect, useState, type ComponentType } from 'react';

/**
 * A component whose chunk is fetched when it is first shown, or earlier by `prepare`; after that it renders at once.
 * React's own `lazy` would hold back what it reveals for a noticeable moment. Throws where it stands when the chunk
 * cannot be fetched.
 */
export function prefetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let component: ComponentType<Props> | undefined;

  async function prepare() {
    component ??= await load();
  }

  function Prefetched(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [, setReady] = useState(component !== undefined);
    useEffect(() => {
      if (component !== undefined) return;
      prepare().then(
        () => setReady(true),
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure) throw failure.error;
    return component === undefined ? null : createElement(component, props);
  }

  return Object.assign(Prefetched, { prepare });
}
