import { useRef, useState } from 'react';
import { useSlow } from '../../components/pending.tsx';
import type { OwnProfile } from './own-profile.ts';

/** A call that a button starts. While it runs, another is not started. */
export function useAction(act: () => Promise<void>, failure: string, tell: OwnProfile['tell']) {
  const [pending, setPending] = useState(false);
  const running = useRef(false);
  const slow = useSlow(pending);

  async function start() {
    if (running.current) return;
    running.current = true;
    setPending(true);
    try {
      await act();
    } catch (error) {
      tell(error, failure);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { pending, slow, start: () => void start() };
}
