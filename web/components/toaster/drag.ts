import { useState, type PointerEvent } from 'react';

const CLOSING_SHARE = 0.8;

export function useDrag(close: () => void) {
  const [startX, setStartX] = useState<number>();
  const [share, setShare] = useState(0);

  function onPointerDown(event: PointerEvent) {
    // Capturing the pointer would redirect the click on a button.
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setStartX(event.clientX);
  }

  function shareOf({ clientX, currentTarget }: PointerEvent): number {
    return startX === undefined ? 0 : (clientX - startX) / currentTarget.clientWidth;
  }

  function onPointerMove(event: PointerEvent) {
    setShare(shareOf(event));
  }

  function release() {
    setStartX(undefined);
    setShare(0);
  }

  function onPointerUp(event: PointerEvent) {
    if (Math.abs(shareOf(event)) > CLOSING_SHARE) close();
    else release();
  }

  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release };
  const style = { translate: `${share * 100}%`, opacity: 1 - Math.abs(share) };
  return { ...handlers, style, 'data-dragged': startX === undefined ? undefined : '' };
}
