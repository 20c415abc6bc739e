import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { useWindowEvent } from '../../components/window-event.ts';
import { useFocusFallback } from './focus-fallback.ts';
import styles from './load-failure.module.css';
import { useScreenCalls } from './calls.tsx';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  what: string;
  skeleton: ReactNode;
  inSection?: boolean;
  children: (data: Data) => ReactNode;
};

export function Loaded<Data>({ query, skeleton, children, ...failure }: LoadedProps<Data>) {
  const { data, isFetching, refetch } = query;
  const failed = hasFailed(query);
  const { expired } = useScreenCalls();
  return (
    <>
      {failed && !expired && <LoadFailure {...failure} retrying={isFetching} onRetry={() => void refetch()} />}
      {data === undefined && !failed && skeleton}
      {data !== undefined && children(data)}
    </>
  );
}

/** Stays true during a retry, which resets `isError`. */
export function hasFailed({ data, isError, errorUpdateCount }: UseQueryResult): boolean {
  return isError || (data === undefined && errorUpdateCount > 0);
}

type LoadFailureProps = Pick<LoadedProps<unknown>, 'what' | 'inSection'> & { retrying: boolean; onRetry: () => void };

export function LoadFailure({ what, inSection = false, retrying, onRetry }: LoadFailureProps) {
  const failure = useFocusFallback<HTMLDivElement>();
  // Not TanStack Query's `refetchOnReconnect`, which misses the event on a screen that was opened offline.
  useWindowEvent('online', onRetry);
  return (
    <div ref={failure} className={inSection ? styles.inSection : styles.failure} role="alert">
      {/* The text changes with each try, so that screen readers announce each failure. */}
      <p>{retrying ? 'Tentando de novo…' : `Não foi possível carregar ${what}.`}</p>
      <Button tone={inSection ? 'quiet' : 'primary'} pending={retrying} onClick={onRetry}>
        Tentar de novo{inSection && <span className="sr-only"> carregar {what}</span>}
      </Button>
    </div>
  );
}
