import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../session.ts';
import { isPrepared, prepareScreen } from './screens.ts';

/**
 * The address whose screen is to be shown: while the chunk of the next one is fetched that is the one before, and
 * `pending` is true. Not when somebody logs in or out: what they leave is not theirs to see any more.
 */
export function useShownAddress(): { address: string; pending: boolean } {
  const [address] = useLocation();
  const isVisitor = useSession() === null;
  const [last, setLast] = useState({ address, isVisitor });
  const isLast = last.address === address && last.isVisitor === isVisitor;
  const isReady = isPrepared(address) || last.isVisitor !== isVisitor;
  if (isReady && !isLast) setLast({ address, isVisitor });

  useEffect(() => {
    if (isReady || isLast) return undefined;
    let isLeft = false;
    // The screen itself shows that its chunk could not be fetched.
    const show = () => {
      if (!isLeft) setLast({ address, isVisitor });
    };
    prepareScreen(address).then(show, show);
    return () => {
      isLeft = true;
    };
  }, [address, isVisitor, isReady, isLast]);

  const pending = !isReady && !isLast;
  return { address: pending ? last.address : address, pending };
}
