import { createContext, createElement, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import type { PageName } from '#contract/pages.ts';
import { needsReload, refetchStyles } from './lost-chunk.ts';

/** Loads a screen ahead of the navigation. Set by `App`: screens cannot import the list of screens (import cycle). */
export const PrefetchContext = createContext<(name: PageName) => void>(() => undefined);

export type ChunkRetry = { retry: () => void; retrying: boolean };

/** Like `React.lazy`, without Suspense's delay of up to 300 ms. Failed: renders `Fallback`, or throws. */
export function prefetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props & ChunkRetry>,
) {
  let component: ComponentType<Props> | undefined;
  let loadFailed = false;
  let hasGivenUp = false;

  async function prepare() {
    try {
      if (loadFailed) await refetchStyles();
      component ??= await load();
    } catch (error) {
      loadFailed = true;
      throw error;
    }
  }

  function Prefetched(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [pending, setPending] = useState(component === undefined);

    function attempt(isRetry: boolean) {
      return prepare()
        .catch(async (error: unknown) => {
          if (await needsReload(isRetry)) window.location.reload();
          else {
            hasGivenUp = true;
            setFailure({ error });
          }
        })
        .finally(() => setPending(false));
    }

    const begin = useEffectEvent(() => void attempt(Fallback === undefined && hasGivenUp));
    useEffect(() => {
      if (component === undefined) begin();
    }, []);

    function retry() {
      setPending(true);
      void attempt(true);
    }

    if (component !== undefined) return createElement(component, props);
    if (failure === undefined) return null;
    if (Fallback === undefined) throw failure.error;
    return createElement(Fallback, { ...props, retry, retrying: pending });
  }

  return Object.assign(Prefetched, { prepare, isPrepared: () => component !== undefined });
}
