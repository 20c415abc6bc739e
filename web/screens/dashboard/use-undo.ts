import { useCallback, useEffect, useRef, useState } from 'react';
import { TECHNOLOGIES_LIMIT, UNDO_MINUTES } from '#contract/limits.ts';
import type { Problem } from '#contract/problem.ts';
import * as api from '../../api.ts';
import type { Reason } from '../../components/reason.tsx';
import { TOAST_MS, toast, type ToastAction } from '../../components/toast.ts';
import { useWindowEvent } from '../../components/window-event.ts';
import { reasonOf } from '../../failure.ts';
import { currentSession, isCurrent, useRequiredSession } from '../../session.ts';
import { useScreenCalls } from '../../shell/signed-in/calls.tsx';
import { useTechnologyList } from './own-user.ts';

const UNDO_MS = UNDO_MINUTES * 60_000;
// The toast of a deletion has then closed; the specification delays it by 1500 ms.
const BAR_DELAY_MS = 1_500 + TOAST_MS;

const REFUSALS: Partial<Record<Problem['code'], Reason>> = {
  'not-found': { words: () => 'O tempo acabou, ou a lista mudou.' },
  'technology-taken': { words: () => 'Há outra com o mesmo nome na lista.' },
  'limit-reached': { words: () => `Você já tem ${TECHNOLOGIES_LIMIT} tecnologias, o máximo.` },
};

/** A change that can be undone. `name` follows "Desfazer"; the row `focused` receives the focus when it is back. */
export type Change = {
  name: string;
  undo: (token: string) => Promise<unknown>;
  undone: string;
  failed: string;
  focused?: string;
};

/** `done` is aborted when the undo starts, and replaced if it fails and can be retried. */
type TrackedChange = Change & { until: number; done: AbortController };

/**
 * Makes a change undoable for a minute from `start`. Returns a function that creates the toast's button, or undefined
 * after that or an undo.
 */
export type TrackChange = (change: Change, start?: number) => () => ToastAction | undefined;

export function useUndo() {
  const { reload } = useTechnologyList();
  const { reportError, track } = useScreenCalls();
  const changes = useTrackedChanges();
  const bar = useBar(changes);
  const { expectRow, focusRestored } = useFocusRestored();

  // Not `useAction`, which allows only one call at a time.
  async function restore(token: string, change: TrackedChange) {
    try {
      await track(change.undo(token));
      if (!isCurrent(token)) return;
      toast.success(change.undone);
      reload();
    } catch (error) {
      if (!isCurrent(token)) return;
      reportError(error);
      const code = api.codeOf(error);
      const reason = (code && REFUSALS[code]) ?? reasonOf(error);
      if (code !== 'not-found') change.done = new AbortController();
      const action = actionOf(change);
      toast.error(change.failed, { reason, ...(action && { action }) });
      // An earlier request may have restored it although its response was lost.
      if (code === 'not-found') reload();
    } finally {
      bar.hideEnded();
    }
  }

  function undo(change: TrackedChange) {
    const session = currentSession();
    if (change.done.signal.aborted || session === null) return;
    change.done.abort();
    void restore(session.token, change);
  }

  function undoByButton(change: TrackedChange) {
    expectRow(change.focused);
    undo(change);
  }

  useWindowEvent('keydown', (event) => {
    const last = changes.findLast(isOpen);
    if (last === undefined || !isUndoKey(event) || isTyping(event.target)) return;
    event.preventDefault();
    undo(last);
  });

  function actionOf(change: TrackedChange): ToastAction | undefined {
    if (!isOpen(change)) return undefined;
    const { until, done } = change;
    return { label: 'Desfazer', until, done: done.signal, run: () => undoByButton(change) };
  }

  const trackChange: TrackChange = (details, start = Date.now()) => {
    const change = { ...details, until: start + UNDO_MS, done: new AbortController() };
    changes.push(change);
    bar.add(change);
    return () => actionOf(change);
  };

  const { last } = bar;
  const lastInBar = last && { name: last.name, undo: () => undoByButton(last) };
  return { trackChange, lastInBar, focusRestored };
}

/** The changes whose "Desfazer" stands above the list. */
function useBar(changes: readonly TrackedChange[]) {
  const [listed, setListed] = useState(() => onlyOpen(changes));
  const hideEnded = () => setListed(onlyOpen);
  useEffect(() => {
    for (const { until } of onlyOpen(changes)) setTimeout(() => setListed(onlyOpen), until - Date.now());
  }, [changes]);

  function add(change: TrackedChange) {
    setTimeout(() => setListed((all) => onlyOpen([...all, change])), BAR_DELAY_MS);
    setTimeout(hideEnded, change.until - Date.now());
  }

  return { last: listed.at(-1), add, hideEnded };
}

function onlyOpen(changes: readonly TrackedChange[]): TrackedChange[] {
  return changes.filter(isOpen);
}

/** In the module: the user may leave the screen and return to it within the minute. */
let tracked: { token: string; changes: TrackedChange[] } = { token: '', changes: [] };

/** The changes of this session: the next user must not be able to undo them. */
function useTrackedChanges(): TrackedChange[] {
  const { token } = useRequiredSession();
  const [changes] = useState(() => {
    if (tracked.token !== token) tracked = { token, changes: [] };
    return tracked.changes;
  });
  useEffect(() => {
    return () => {
      if (currentSession()?.token !== token) for (const { done } of changes) done.abort();
    };
  }, [changes, token]);
  return changes;
}

function isOpen({ until, done }: TrackedChange): boolean {
  return !done.signal.aborted && until > Date.now();
}

/** A click removes "Desfazer". The restored row then receives the focus, unless the user has moved it meanwhile. */
function useFocusRestored() {
  const pending = useRef<{ id: string; from: Element | null }>(null);

  function expectRow(id: string | undefined) {
    pending.current = id === undefined ? null : { id, from: document.activeElement };
  }

  const focusRestored = useCallback((id: string, row: Element) => {
    if (pending.current?.id !== id) return;
    const { from } = pending.current;
    pending.current = null;
    const fallback = document.getElementById('technologies');
    if ([from, document.body, fallback].includes(document.activeElement)) {
      row.querySelector('button')?.focus({ preventScroll: true });
    }
  }, []);

  return { expectRow, focusRestored };
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  // Caps Lock makes it a capital.
  return /^z$/i.test(key) && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
