import { createContext, useContext, useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { DISCARD, DiscardAnswers } from '../../components/discard.tsx';
import { Modal } from '../../components/modal.tsx';
import { leaveAfter, useStepBack } from '../../components/step-back.ts';

const NoteUnsaved = createContext<(form: string, unsaved: boolean) => void>(() => undefined);

/** Tells the page whether this form holds text that would be lost. */
export function useUnsaved(unsaved: boolean) {
  const form = useId();
  const note = useContext(NoteUnsaved);
  useEffect(() => {
    note(form, unsaved);
    return () => note(form, false);
  }, [form, note, unsaved]);
}

/** Asks before Back or a link leaves unsaved text. "Sair" does not ask: it is specified. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const [leave, setLeave] = useState<() => void>();
  const [left, setLeft] = useState(false);
  const held = unsaved.size > 0 && !left;
  const [note] = useState(() => (form: string, is: boolean) => {
    setUnsaved((forms) => {
      if (forms.has(form) === is) return forms;
      return new Set(is ? [...forms, form] : [...forms].filter((other) => other !== form));
    });
  });
  useStepBack(() => setLeave(() => () => history.back()), held);
  // Pressed again, for a link may do more than lead away.
  useLinks((link) => setLeave(() => () => link.click()), held);

  function discard() {
    if (leave) leaveAfter(leave);
    setLeft(true);
    setLeave(undefined);
  }

  function stay() {
    setLeave(undefined);
  }

  return (
    <NoteUnsaved value={note}>
      {children}
      {leave && (
        <Modal title={DISCARD} onClose={stay} closable closesOnBackdrop>
          <DiscardAnswers onDiscard={discard} onStay={stay} />
        </Modal>
      )}
    </NoteUnsaved>
  );
}

/** While `held`, a pressed link to another page of the app calls `onPress` instead. */
function useLinks(onPress: (link: HTMLAnchorElement) => void, held: boolean) {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!held) return undefined;
    const listen = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const opensElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (link === null || opensElsewhere || link.target === '_blank') return;
      if (link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      press(link);
    };
    document.addEventListener('click', listen, true);
    return () => document.removeEventListener('click', listen, true);
  }, [held]);
}
