import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { UNDO_MINUTES } from '#contract/limits.ts';
import * as api from '../../api.ts';
import { toast, type ToastAction } from '../../components/toast.ts';
import { currentSession } from '../../session.ts';
import { useTechnologyList } from './own-user.ts';

type Deletion = { id: string; until: number; undone: boolean };

/** Notes a deletion; answers with the toast's button that undoes it. */
export type NoteDeletion = (id: string) => ToastAction;

/** Undoes deletions by their toasts, or the last one by Ctrl+Z outside a text field. */
export function useUndo(): NoteDeletion {
  const { reload } = useTechnologyList();
  const deletions = useRef<Deletion[]>([]);
  // Not `useAction`: several may run at once.
  const { mutate: restore } = useMutation({
    mutationFn: ({ token, id }: { token: string; id: string }) => api.restoreTechnology(token, id),
    onSuccess() {
      toast.success('Tecnologia restaurada');
      reload();
    },
    onError: () => toast.error('Não foi possível desfazer a exclusão'),
  });

  function undo(deletion: Deletion) {
    const session = currentSession();
    if (deletion.undone || session === null) return;
    // Before the answer, so that a second press sends nothing.
    Object.assign(deletion, { undone: true });
    restore({ token: session.token, id: deletion.id });
  }

  const undoLast = useEffectEvent(() => {
    const last = deletions.current.findLast(({ undone, until }) => !undone && until > Date.now());
    if (last) undo(last);
    return last !== undefined;
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (!isTyping(event.target) && undoLast()) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (id) => {
    const deletion = { id, until: Date.now() + UNDO_MINUTES * 60_000, undone: false };
    deletions.current.push(deletion);
    return { label: 'Desfazer', until: deletion.until, run: () => undo(deletion) };
  };
}

// There the browser undoes typing.
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
