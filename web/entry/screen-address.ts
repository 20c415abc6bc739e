import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useWindowEvent } from '../components/window-event.ts';
import { currentSession, useSession } from '../session.ts';
import { prepareScreen, screenAt } from './screens.ts';

type Screen = { address: string; isVisitor: boolean; visit: number; isLeaving: boolean };

const visitTo =
  (address: string, isVisitor: boolean) =>
  ({ visit }: Screen): Screen => ({ address, isVisitor, visit: visit + 1, isLeaving: false });

/** Returns the previous address while the next screen's chunk loads, except after a login or logout. */
export function useScreenAddress(): { address: string; visit: number; pending: boolean } {
  const [address] = useLocation();
  // `useSession` returns null while React hydrates. Alone it would mount a user's first screen twice, which takes the focus.
  const isVisitor = (useSession() ?? currentSession()) === null;
  const [current, setCurrent] = useState<Screen>({ address, isVisitor, visit: 0, isLeaving: false });
  const isSame = current.address === address && current.isVisitor === isVisitor;
  const pending = !isSame && current.isVisitor === isVisitor && !screenAt(address).isPrepared();

  if (pending && !current.isLeaving) setCurrent({ ...current, isLeaving: true });
  if (!pending && (!isSame || current.isLeaving)) setCurrent(visitTo(address, isVisitor));

  useEffect(() => {
    if (!pending) return undefined;
    let isCancelled = false;
    const finish = () => {
      if (!isCancelled) setCurrent(visitTo(address, isVisitor));
    };
    prepareScreen(address).then(finish, finish);
    return () => {
      isCancelled = true;
    };
  }, [pending, address, isVisitor]);

  const rendered = pending ? current.address : address;
  useScrollToTop(rendered);
  return { address: rendered, visit: current.visit, pending };
}

function useScrollToTop(address: string) {
  const previous = useRef(address);
  const traversedTo = useRef<string>(undefined);
  useWindowEvent('popstate', () => {
    traversedTo.current = window.location.pathname;
  });
  useLayoutEffect(() => {
    if (previous.current !== address && traversedTo.current !== address) window.scrollTo(0, 0);
    previous.current = address;
    traversedTo.current = undefined;
  }, [address]);
}
