import { useCallback, useRef } from 'react';
import { UNDO_MINUTES } from '#contract/limits.ts';
import * as api from '../../api.ts';
import { toast, type ToastAction } from '../../components/toast.ts';
import { useWindowEvent } from '../../components/window-event.ts';
import { reasonOf } from '../../failure.ts';
import { currentSession } from '../../session.ts';
import { useExpiry } from '../../shell/signed-in/screen-cache.tsx';
import { useTechnologyList } from './own-user.ts';

/** `undone` is aborted when the undo request starts, and replaced if the request fails and can be retried. */
type Deletion = { id: string; until: number; undone: AbortController };

/** Makes a deletion undoable. Returns a function that creates the toast's button, or undefined after an undo. */
export type TrackDeletion = (id: string) => () => ToastAction | undefined;

export function useUndo() {
  const { reload } = useTechnologyList();
  const { reportError } = useExpiry();
  const deletions = useRef<Deletion[]>([]);
  const { expectRow, focusRestored } = useFocusRestored();

  // Not `useAction`, which allows only one call at a time.
  async function restore(token: string, deletion: Deletion) {
    try {
      await api.restoreTechnology(token, deletion.id);
      toast.success('Tecnologia restaurada');
      reload();
    } catch (error) {
      reportError(error);
      const reason = reasonOf(error);
      if (reason) deletion.undone = new AbortController();
      const action = isOpen(deletion) ? actionOf(deletion) : undefined;
      toast.error('Não foi possível desfazer a exclusão', { reason, ...(action && { action }) });
      // An earlier request may have restored it although its response was lost.
      if (api.codeOf(error) === 'not-found') reload();
    }
  }

  function undo(deletion: Deletion) {
    const session = currentSession();
    if (deletion.undone.signal.aborted || session === null) return;
    deletion.undone.abort();
    void restore(session.token, deletion);
  }

  useWindowEvent('keydown', (event) => {
    const last = deletions.current.findLast(isOpen);
    if (last === undefined || !isUndoKey(event) || isTyping(event.target)) return;
    event.preventDefault();
    undo(last);
  });

  function actionOf(deletion: Deletion): ToastAction | undefined {
    const { id, until, undone } = deletion;
    if (undone.signal.aborted) return undefined;

    function run() {
      expectRow(id);
      undo(deletion);
    }

    return { label: 'Desfazer', until, done: undone.signal, run };
  }

  const trackDeletion: TrackDeletion = (id) => {
    const deletion = { id, until: Date.now() + UNDO_MINUTES * 60_000, undone: new AbortController() };
    deletions.current.push(deletion);
    return () => actionOf(deletion);
  };

  return { trackDeletion, focusRestored };
}

function isOpen({ until, undone }: Deletion): boolean {
  return !undone.signal.aborted && until > Date.now();
}

/** A click removes "Desfazer". The restored row then receives the focus, unless the user has moved it meanwhile. */
function useFocusRestored() {
  const pending = useRef<{ id: string; from: Element | null }>(null);

  function expectRow(id: string) {
    pending.current = { id, from: document.activeElement };
  }

  const focusRestored = useCallback((id: string, row: Element) => {
    if (pending.current?.id !== id) return;
    const { from } = pending.current;
    pending.current = null;
    if (document.activeElement === from || document.activeElement === document.body) {
      row.querySelector('button')?.focus({ preventScroll: true });
    }
  }, []);

  return { expectRow, focusRestored };
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
