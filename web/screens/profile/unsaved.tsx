import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { DISCARD, DiscardButtons } from '../../components/dialogs/discard.tsx';
import { Modal } from '../../components/dialogs/modal.tsx';
import { leaveAfter, useStepBack } from '../../components/dialogs/step-back.ts';

const SetUnsavedForms = createContext<Dispatch<SetStateAction<number>>>(() => undefined);

export function useUnsaved(isUnsaved: boolean) {
  const setUnsavedForms = useContext(SetUnsavedForms);
  // A layout effect: an immediate Back after a save or discard must not ask.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined;
    setUnsavedForms((count) => count + 1);
    return () => setUnsavedForms((count) => count - 1);
  }, [setUnsavedForms, isUnsaved]);
}

/** Asks for confirmation before Back or a link discards unsaved changes. "Sair" never asks, as specified. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [unsavedForms, setUnsavedForms] = useState(0);
  const [leave, setLeave] = useState<() => void>();
  const [discarded, setDiscarded] = useState(false);
  const enabled = unsavedForms > 0 && !discarded;
  useStepBack(() => setLeave(() => () => history.back()), enabled);
  // Repeats the click, because the link's own handler may do more than navigate.
  useLinkGuard((link) => setLeave(() => () => link.click()), enabled);

  function discard() {
    if (leave) leaveAfter(leave);
    setDiscarded(true);
    setLeave(undefined);
  }

  function stay() {
    setLeave(undefined);
  }

  return (
    <SetUnsavedForms value={setUnsavedForms}>
      {children}
      {leave && (
        <Modal title={DISCARD} onClose={stay}>
          <DiscardButtons onDiscard={discard} onStay={stay} />
        </Modal>
      )}
    </SetUnsavedForms>
  );
}

function useLinkGuard(onClick: (link: HTMLAnchorElement) => void, enabled: boolean) {
  const click = useEffectEvent(onClick);
  useEffect(() => {
    if (!enabled) return undefined;
    const listen = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const opensElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (link === null || opensElsewhere || link.target === '_blank') return;
      if (link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      click(link);
    };
    document.addEventListener('click', listen, true);
    return () => document.removeEventListener('click', listen, true);
  }, [enabled]);
}
