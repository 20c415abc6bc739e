import { useEffect, useEffectEvent } from 'react';

// One step of the history stands for the open dialog: Back takes that step instead of leaving the page.
let step: 'none' | 'there' | 'leaving' = 'none';
let press: (() => void) | undefined;

function isOurs(): boolean {
  return (history.state as { dialog?: true } | null)?.dialog === true;
}

/** Brings the history in line with whether a dialog is open. */
function settle() {
  if (step === 'leaving') return;
  if (press !== undefined && step === 'none') {
    // Going back restores a position that the list may have left since.
    history.scrollRestoration = 'manual';
    // The router's own state stays: for the router this is the same step.
    history.pushState({ ...(history.state as object | null), dialog: true }, '');
    step = 'there';
  }
  if (press === undefined && step === 'there') {
    // A link in the dialog, or a redirect, may have put a page in its place.
    step = isOurs() ? 'leaving' : 'none';
    if (step === 'leaving') history.back();
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
  if (wasBack) press?.();
  // A dialog that does not close yet stays on its step.
  setTimeout(settle);
}

addEventListener('popstate', arrive);
if (isOurs()) arrive();

/** While the component is there, Back in the browser calls `onBack`, and no step stays behind. For one dialog at a time. */
export function useStepBack(onBack: () => void) {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    const own = () => back();
    press = own;
    settle();
    return () => {
      if (press === own) press = undefined;
      // A redirect that closed the dialog changes the history first.
      queueMicrotask(settle);
    };
  }, []);
}
