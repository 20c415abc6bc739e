import { useEffect, useEffectEvent, useRef } from 'react';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { currentSession } from '../../session.ts';

// The server keeps what was deleted for this long.
const UNDO_MS = 60_000;

type Deletion = { id: string; until: number; undone: boolean };

/** Takes deletions back: by the button that each gets, or the last one by Ctrl+Z outside a text field. */
export function useUndo(reload: () => Promise<void>) {
  const deletions = useRef<Deletion[]>([]);

  async function undo(deletion: Deletion) {
    const session = currentSession();
    if (deletion.undone || session === null) return;
    // Before the answer: a second press while it is under way asks for nothing more.
    Object.assign(deletion, { undone: true });
    try {
      await api.restoreTechnology(session.token, deletion.id);
      toast.success('Tecnologia restaurada');
      await reload();
    } catch {
      toast.error('Não foi possível desfazer a exclusão');
    }
  }

  const undoLast = useEffectEvent(() => {
    const last = deletions.current.findLast(({ undone, until }) => !undone && until > Date.now());
    if (last) void undo(last);
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

  /** Notes a deletion just made; what it returns goes into the toast that tells of it. */
  return (id: string) => {
    const deletion = { id, until: Date.now() + UNDO_MS, undone: false };
    deletions.current.push(deletion);
    return { label: 'Desfazer', until: deletion.until, run: () => void undo(deletion) };
  };
}

// There the key undoes the typing.
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
