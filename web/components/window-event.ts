import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  capture = false,
) {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const handle = (event: WindowEventMap[Type]) => onEvent(event);
    window.addEventListener(type, handle, capture);
    return () => window.removeEventListener(type, handle, capture);
  }, [type, capture]);
}

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  // The browser captures the page synchronously after `beforeprint`.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)));
  useWindowEvent('afterprint', () => setPrinting(false));
  return printing;
}
