import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
  type ReactNode,
} from 'react';
import { DISCARD, DiscardButtons } from '../../components/dialogs/discard.tsx';
import { Modal } from '../../components/dialogs/modal.tsx';
import { leaveAfter, useStepBack } from '../../components/dialogs/step-back.ts';

const SetUnsaved = createContext<(form: string, isUnsaved: boolean) => void>(() => undefined);

export function useUnsaved(isUnsaved: boolean) {
  const form = useId();
  const setFormUnsaved = useContext(SetUnsaved);
  // A layout effect: an immediate Back after a save or discard must not ask.
  useLayoutEffect(() => {
    setFormUnsaved(form, isUnsaved);
    return () => setFormUnsaved(form, false);
  }, [form, setFormUnsaved, isUnsaved]);
}

/** Asks for confirmation before Back or a link discards unsaved changes. "Sair" never asks, as specified. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [unsavedForms, setUnsavedForms] = useState<ReadonlySet<string>>(new Set());
  const [leave, setLeave] = useState<() => void>();
  const [discarded, setDiscarded] = useState(false);
  const enabled = unsavedForms.size > 0 && !discarded;
  const [setFormUnsaved] = useState(() => (form: string, isUnsaved: boolean) => {
    setUnsavedForms((forms) => {
      if (forms.has(form) === isUnsaved) return forms;
      return new Set(isUnsaved ? [...forms, form] : [...forms].filter((other) => other !== form));
    });
  });
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
    <SetUnsaved value={setFormUnsaved}>
      {children}
      {leave && (
        <Modal title={DISCARD} onClose={stay}>
          <DiscardButtons onDiscard={discard} onStay={stay} />
        </Modal>
      )}
    </SetUnsaved>
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
