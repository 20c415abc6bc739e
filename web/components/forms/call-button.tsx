import type { ComponentProps } from 'react';
import { Button } from '../button.tsx';
import { type CallStatus, PendingStatus } from '../pending.tsx';

type CallButtonProps = ComponentProps<typeof Button> & { call: CallStatus; words?: string };

export function CallButton({ call, words = 'Enviando…', ...button }: CallButtonProps) {
  return (
    <>
      <Button {...button} pending={call.pending} />
      <PendingStatus call={call} words={words} />
    </>
  );
}
