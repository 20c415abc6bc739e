import { createElement, useEffect, useState, type ComponentType } from 'react';

/**
 * A component whose script is fetched when it is first shown, or before by `prepare`; prepared, it is there at once.
 * React's own `lazy` is not: it holds back what it reveals for a moment that one can feel. A script that cannot be
 * fetched is thrown where the component stands.
 */
export function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let component: ComponentType<Props> | undefined;

  async function prepare() {
    component ??= await load();
  }

  function Fetched(props: Props) {
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

  return Object.assign(Fetched, { prepare });
}
