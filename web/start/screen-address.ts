import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../session.ts';
import { isPrepared, prepareScreen } from './screens.ts';

type Shown = { address: string; isVisitor: boolean; visit: number; isLeft: boolean };

const arriveAt =
  (address: string, isVisitor: boolean) =>
  ({ visit }: Shown): Shown => ({ address, isVisitor, visit: visit + 1, isLeft: false });

/**
 * The address whose screen is shown. `pending` while that is still the one before, for the next chunk is being
 * fetched; never across a login or logout. Each arrival has a `visit` of its own.
 */
export function useShownAddress(): { address: string; visit: number; pending: boolean } {
  const [address] = useLocation();
  const isVisitor = useSession() === null;
  const [last, setLast] = useState<Shown>({ address, isVisitor, visit: 0, isLeft: false });
  const isSame = last.address === address && last.isVisitor === isVisitor;
  const pending = !isSame && last.isVisitor === isVisitor && !isPrepared(address);

  if (pending && !last.isLeft) setLast({ ...last, isLeft: true });
  if (!pending && (!isSame || last.isLeft)) setLast(arriveAt(address, isVisitor));

  useEffect(() => {
    if (!pending) return undefined;
    let isOver = false;
    const end = () => {
      if (!isOver) setLast(arriveAt(address, isVisitor));
    };
    // The screen itself shows that its chunk could not be fetched.
    prepareScreen(address).then(end, end);
    return () => {
      isOver = true;
    };
  }, [pending, address, isVisitor]);

  const shown = pending ? last.address : address;
  useTopOfNew(shown);
  return { address: shown, visit: last.visit, pending };
}

/** A new screen begins at its top; after Back and Forward the browser itself scrolls to where one was. */
function useTopOfNew(address: string) {
  const before = useRef(address);
  const traversedTo = useRef<string>(undefined);
  useEffect(() => {
    const note = () => (traversedTo.current = window.location.pathname);
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);
  useLayoutEffect(() => {
    if (before.current !== address && traversedTo.current !== address) window.scrollTo(0, 0);
    before.current = address;
    traversedTo.current = undefined;
  }, [address]);
}
