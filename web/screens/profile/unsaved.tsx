import { createContext, useContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { DISCARD, DiscardButtons, Modal } from '../../components/dialogs/modal.tsx';
import { leaveAfter, useStepBack } from '../../components/dialogs/step-back.ts';
import { useWindowEvent } from '../../components/window-event.ts';

const SetUnsavedForms = createContext<(change: (count: number) => number) => void>(() => undefined);

export function useUnsaved(isUnsaved: boolean) {
  const setUnsavedForms = useContext(SetUnsavedForms);
  // A layout effect: an immediate Back after a save or discard must not ask.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined;
    setUnsavedForms((count) => count + 1);
    return () => setUnsavedForms((count) => count - 1);
  }, [setUnsavedForms, isUnsaved]);
}

/** Makes the browser ask before a reload or a closed tab discards the text. Pull-to-refresh on a phone reloads, too. */
export function useUnloadGuard(isUnsaved: boolean) {
  useWindowEvent('beforeunload', (event) => isUnsaved && event.preventDefault());
}

/** Asks for confirmation before Back or a link discards unsaved changes. "Sair" never asks, as specified. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [unsavedForms, setUnsavedForms] = useState(0);
  const [leave, setLeave] = useState<() => void>();
  const [discarded, setDiscarded] = useState(false);
  const enabled = unsavedForms > 0 && !discarded;
  useStepBack(() => setLeave(() => () => history.back()), enabled);
  useWindowEvent('click', guardLink, true);
  // The user types again, so they stayed.
  useWindowEvent('input', () => setDiscarded(false));
  useUnloadGuard(enabled);

  function guardLink(event: MouseEvent) {
    const link = linkOf(event);
    if (!enabled || link === null) return;
    event.preventDefault();
    event.stopPropagation();
    // Repeats the click, because the link's own handler may do more than navigate.
    setLeave(() => () => link.click());
  }

  function discard() {
    if (leave) leaveAfter(leave);
    setDiscarded(true);
    setLeave(undefined);
  }

  return (
    <SetUnsavedForms value={setUnsavedForms}>
      {children}
      {leave && (
        <Modal title={DISCARD} onClose={() => setLeave(undefined)}>
          <DiscardButtons onDiscard={discard} onStay={() => setLeave(undefined)} />
        </Modal>
      )}
    </SetUnsavedForms>
  );
}

function linkOf({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null;
  const opensElsewhere =
    button !== 0 || ctrlKey || metaKey || shiftKey || altKey || link?.target === '_blank' || link?.download;
  return opensElsewhere || link?.origin !== location.origin || link.pathname === location.pathname ? null : link;
}
