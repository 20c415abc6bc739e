import { useState } from 'react';

/** The open dialog of a screen, if any. A slow call of an earlier one must not close it, so `close` closes only its own. */
export function useOpenDialog<State extends object>() {
  const [dialog, open] = useState<State>();
  const close = () => open((current) => (current === dialog ? undefined : current));
  return { dialog, open: open as (state: State) => void, close };
}
