import { useEffect, useEffectEvent } from 'react';

// One step of the history stands for what is open: Back takes that step instead of leaving the page.
let step: 'none' | 'there' | 'leaving' = 'none';
/** Called on Back, the topmost alone. */
const holders: (() => void)[] = [];
let departure: (() => void) | undefined;

function isOurs(): boolean {
  return (history.state as { dialog?: true } | null)?.dialog === true;
}

/** Brings the history in line with whether anything is open. */
function settle() {
  if (step === 'leaving') return;
  if (holders.length > 0 && step === 'none') {
    // Going back restores a position that the list may have left since.
    history.scrollRestoration = 'manual';
    // What stands there stays: for the router this is the same step.
    history.pushState({ ...(history.state as object | null), dialog: true }, '');
    step = 'there';
  }
  if (holders.length === 0 && step === 'there') {
    // A link in the dialog, or a redirect, may have put a page in its place.
    step = isOurs() ? 'leaving' : 'none';
    if (step === 'leaving') history.back();
  }
  if (holders.length === 0 && step === 'none') {
    departure?.();
    departure = undefined;
  }
}

function arrive() {
  const ours = isOurs();
  const wasBack = step === 'there' && !ours;
  // Forward, or a reload, has led to a dialog's step without the dialog.
  if (ours && step !== 'there') {
    step = 'leaving';
    history.back();
    return;
  }
  if (ours) return;
  step = 'none';
  setTimeout(() => {
    if (step === 'none') history.scrollRestoration = 'auto';
  });
  if (wasBack) holders.at(-1)?.();
  // What does not close yet stays on its step.
  setTimeout(settle);
}

addEventListener('popstate', arrive);
if (isOurs()) arrive();

/** While `held`, Back in the browser calls `onBack` of the newest holder instead; no step stays behind. */
export function useStepBack(onBack: () => void, held = true) {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!held) return undefined;
    const own = () => back();
    holders.push(own);
    settle();
    return () => {
      holders.splice(holders.indexOf(own), 1);
      // A redirect that closed the dialog changes the history first.
      queueMicrotask(settle);
    };
  }, [held]);
}

/** Runs `leave` once nothing is held any more and the step is gone. */
export function leaveAfter(leave: () => void) {
  departure = leave;
  setTimeout(settle);
}
