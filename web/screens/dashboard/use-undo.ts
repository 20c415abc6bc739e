import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { UNDO_MINUTES } from '#contract/limits.ts';
import * as api from '../../api.ts';
import { toast, type ToastAction } from '../../components/toast.ts';
import { reasonOf } from '../../failure.ts';
import { currentSession } from '../../session.ts';
import { useTechnologyList } from './own-user.ts';

/** `undone` is aborted once a press is sent, and another after one that may be tried again. */
type Deletion = { id: string; until: number; undone: AbortController };

/** Notes a deletion; answers what gives its toast's button, or undefined once the deletion is undone. */
export type NoteDeletion = (id: string) => () => ToastAction | undefined;

/** Undoes deletions by their toasts, or the last one by Ctrl+Z outside a text field. */
export function useUndo() {
  const { reload } = useTechnologyList();
  const deletions = useRef<Deletion[]>([]);
  const { followFocus, focusRestored } = useFocusRestored();
  // Not `useAction`: several may run at once.
  const { mutate: restore } = useMutation({
    mutationFn: ({ token, deletion }: { token: string; deletion: Deletion }) =>
      api.restoreTechnology(token, deletion.id),
    onSuccess() {
      toast.success('Tecnologia restaurada');
      reload();
    },
    onError(error, { deletion }) {
      const reason = reasonOf(error);
      if (reason) deletion.undone = new AbortController();
      const action = isOpen(deletion) ? actionOf(deletion) : undefined;
      toast.error('Não foi possível desfazer a exclusão', { reason, ...(action && { action }) });
      // An earlier press, whose answer was lost, may have brought it back.
      if (api.codeOf(error) === 'not-found') reload();
    },
  });

  function undo(deletion: Deletion) {
    const session = currentSession();
    if (deletion.undone.signal.aborted || session === null) return;
    // Before the answer, so that a second press sends nothing.
    deletion.undone.abort();
    restore({ token: session.token, deletion });
  }

  useUndoKey(() => {
    const last = deletions.current.findLast(isOpen);
    if (last) undo(last);
    return last !== undefined;
  });

  function actionOf(deletion: Deletion): ToastAction | undefined {
    const { id, until, undone } = deletion;
    if (undone.signal.aborted) return undefined;

    function run() {
      followFocus(id);
      undo(deletion);
    }

    return { label: 'Desfazer', until, done: undone.signal, run };
  }

  const noteDeletion: NoteDeletion = (id) => {
    const deletion = { id, until: Date.now() + UNDO_MINUTES * 60_000, undone: new AbortController() };
    deletions.current.push(deletion);
    return () => actionOf(deletion);
  };

  return { noteDeletion, focusRestored };
}

function isOpen({ until, undone }: Deletion): boolean {
  return !undone.signal.aborted && until > Date.now();
}

/** "Desfazer" goes when it is pressed: the restored row takes the focus, unless the user has moved it since. */
function useFocusRestored() {
  const awaited = useRef<{ id: string; from: Element | null }>(null);

  function followFocus(id: string) {
    awaited.current = { id, from: document.activeElement };
  }

  const focusRestored = useCallback((id: string, row: Element) => {
    if (awaited.current?.id !== id) return;
    const { from } = awaited.current;
    awaited.current = null;
    if (document.activeElement === from || document.activeElement === document.body) {
      row.querySelector('button')?.focus({ preventScroll: true });
    }
  }, []);

  return { followFocus, focusRestored };
}

/** Runs `undo` on Ctrl+Z; it answers whether there was anything to undo. */
function useUndoKey(undo: () => boolean) {
  const undoLast = useEffectEvent(undo);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (!isTyping(event.target) && undoLast()) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

// There the browser undoes typing.
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
