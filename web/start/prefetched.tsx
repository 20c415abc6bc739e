import { createElement, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { needsNewPage, refetchStyles } from './lost-chunk.ts';

/** `retry` tries to fetch what could not be fetched once more; `retrying` while it does. */
export type Lost = { retry: () => void; retrying: boolean };

/**
 * A component whose chunk is fetched at its first render, or earlier by `prepare`. When that fails it throws while
 * rendering, or shows `Instead`. Not `React.lazy`: React may hold back what Suspense reveals for 300 ms.
 */
export function prefetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead?: ComponentType<Props & Lost>,
) {
  let component: ComponentType<Props> | undefined;
  let failedBefore = false;
  let toldBefore = false;

  async function prepare() {
    try {
      if (failedBefore) await refetchStyles();
      component ??= await load();
    } catch (error) {
      failedBefore = true;
      throw error;
    }
  }

  function Prefetched(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [pending, setPending] = useState(component === undefined);

    /** `again`: trying once more in this page has not helped, or will not. */
    function attempt(again: boolean) {
      return prepare()
        .catch(async (error: unknown) => {
          if (await needsNewPage(again)) window.location.reload();
          else {
            toldBefore = true;
            setFailure({ error });
          }
        })
        .finally(() => setPending(false));
    }

    const begin = useEffectEvent(() => void attempt(Instead === undefined && toldBefore));
    useEffect(() => {
      if (component === undefined) begin();
    }, []);

    function retry() {
      setPending(true);
      void attempt(true);
    }

    if (component !== undefined) return createElement(component, props);
    if (failure === undefined) return null;
    if (Instead === undefined) throw failure.error;
    return createElement(Instead, { ...props, retry, retrying: pending });
  }

  return Object.assign(Prefetched, { prepare, isPrepared: () => component !== undefined });
}
