import { useEffect, useRef } from 'react';
import type { Work } from '#contract/work.ts';
import { PINNED_WORKS_LIMIT } from '#contract/limits.ts';
import { ApiError } from '../../../api.ts';
import { toast } from '../../../components/toast.ts';
import { useAction } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { useReportFailedChange } from './failed-change.ts';

const TOO_MANY = `No máximo ${PINNED_WORKS_LIMIT} projetos ficam no topo: desafixe um para fixar outro`;

export function PinButton({ work, onDone }: { work: Work; onDone: (saved: Work) => void }) {
  const reportFailedChange = useReportFailedChange();
  const pinning = useAction({ call, done, failed });
  const button = useRef<HTMLButtonElement>(null);
  const wasPinned = useRef(work.pinned);
  // The project has moved in the list, perhaps out of view.
  useEffect(() => {
    const isMoved = wasPinned.current !== work.pinned;
    wasPinned.current = work.pinned;
    if (isMoved && button.current === document.activeElement) button.current?.scrollIntoView({ block: 'nearest' });
  }, [work.pinned]);
  const words = work.pinned ? 'Desafixar' : 'Fixar no topo';

  function call(token: string) {
    return api.changeWork(token, work.id, { pinned: !work.pinned });
  }

  function failed(error: unknown) {
    const isFull = error instanceof ApiError && error.fields['pinned'] === 'too-many';
    reportFailedChange(isFull ? TOO_MANY : 'Não foi possível mudar o projeto', error);
  }

  function done(saved: Work) {
    onDone(saved);
    toast.success(saved.pinned ? 'Projeto fixado' : 'Projeto desafixado');
  }

  return (
    <button
      ref={button}
      type="button"
      aria-label={`${words}: ${work.title}`}
      aria-disabled={pinning.pending || undefined}
      onClick={() => pinning.run()}
    >
      {words}
    </button>
  );
}
