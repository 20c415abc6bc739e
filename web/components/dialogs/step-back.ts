import { useEffect, useEffectEvent } from 'react';

// One extra history entry represents all open dialogs: Back pops it instead of leaving the page.
let entry: 'none' | 'pushed' | 'popping' = 'none';
const handlers: (() => void)[] = [];
let afterPop: (() => void) | undefined;

function isDialogEntry(): boolean {
  return (history.state as { dialog?: true } | null)?.dialog === true;
}

function sync() {
  if (entry === 'popping') return;
  if (handlers.length > 0 && entry === 'none') {
    // Otherwise Back restores a scroll position that may be outdated.
    history.scrollRestoration = 'manual';
    history.pushState({ ...(history.state as object | null), dialog: true }, '');
    entry = 'pushed';
  }
  if (handlers.length === 0 && entry === 'pushed') {
    entry = isDialogEntry() ? 'popping' : 'none';
    if (entry === 'popping') history.back();
  }
  if (handlers.length === 0 && entry === 'none') {
    afterPop?.();
    afterPop = undefined;
  }
}

function handlePopState() {
  const onDialogEntry = isDialogEntry();
  const wasBack = entry === 'pushed' && !onDialogEntry;
  // Forward or a reload reached the entry of a dialog that is no longer open.
  if (onDialogEntry && entry !== 'pushed') {
    entry = 'popping';
    history.back();
    return;
  }
  if (onDialogEntry) return;
  entry = 'none';
  setTimeout(() => {
    if (entry === 'none') history.scrollRestoration = 'auto';
  });
  if (wasBack) handlers.at(-1)?.();
  setTimeout(sync);
}

addEventListener('popstate', handlePopState);
if (isDialogEntry()) handlePopState();

/** While `enabled`, the browser's Back calls `onBack` of the newest caller. Leaves no history entry behind. */
export function useStepBack(onBack: () => void, enabled = true) {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!enabled) return undefined;
    const handler = () => back();
    handlers.push(handler);
    sync();
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
      // A redirect that closes the dialog must change the history first.
      queueMicrotask(sync);
    };
  }, [enabled]);
}

export function leaveAfter(leave: () => void) {
  afterPop = leave;
  setTimeout(sync);
}
