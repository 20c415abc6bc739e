import { useState } from 'react';

/** The open dialog of a screen. `close` closes no other one: a slow call may end after the next dialog was opened. */
export function useOpenDialog<State extends object>() {
  const [dialog, open] = useState<State>();
  const close = () => open((current) => (current === dialog ? undefined : current));
  return { dialog, open: open as (state: State) => void, close };
}
