import { useState } from 'react';
import { levelLabel, levelOf, type Level } from '#contract/choices.ts';
import type { Technology } from '#contract/technology.ts';
import * as api from '../../../api.ts';
import { plural } from '../../../components/plural.ts';
import { toast } from '../../../components/toast.ts';
import { reasonOf } from '../../../failure.ts';
import { isCurrent } from '../../../session.ts';
import { useAction } from '../../../shell/signed-in/calls.tsx';
import { forEach, type Outcome } from './for-each.ts';
import { useTechnologyList } from '../own-user.ts';
import type { Change, TrackChange } from '../use-undo.ts';

type Call = (token: string, technology: Technology) => Promise<unknown>;

type Bulk = {
  rows: Technology[];
  pending: string;
  change: Call;
  undo: (token: string, rows: Technology[]) => Promise<Outcome<Technology>>;
  done: (count: number) => string;
  failed: string;
  name: (count: number) => string;
};

const inWords = (count: number) => plural(count, 'tecnologia');

export function deletion(rows: Technology[]): Bulk {
  return {
    rows,
    pending: 'Excluindo…',
    change: (token, { id }) => api.removeTechnology(token, id),
    // An earlier try may have restored some although its answer was lost.
    undo: undoEach(
      (stored) => stored === undefined,
      (token, { id }) => api.restoreTechnology(token, id),
    ),
    done: (count) => plural(count, 'tecnologia excluída', 'tecnologias excluídas'),
    failed: 'Não foi possível excluir',
    name: (count) => `exclusão de ${inWords(count)}`,
  };
}

export function levelChange(rows: Technology[], level: Level): Bulk {
  return {
    rows: rows.filter(({ status }) => levelOf(status) !== level),
    pending: 'Mudando o nível…',
    change: (token, { id }) => api.changeTechnology(token, id, { status: level }),
    // A level that was changed again stays.
    undo: undoEach(
      (stored) => stored?.status === level,
      (token, { id, status }) => api.changeTechnology(token, id, { status }),
    ),
    done: (count) => `${inWords(count)} em ${levelLabel(level)}`,
    failed: 'Não foi possível mudar o nível',
    name: (count) => `mudança de nível de ${inWords(count)}`,
  };
}

/** Undoes the change where `stillApplies` is true; elsewhere it counts as undone. */
function undoEach(stillApplies: (stored: Technology | undefined) => boolean, undo: Call): Bulk['undo'] {
  return async (token, changed) => {
    const { techs } = await api.readProfile(token);
    const stored = new Map(techs.map((technology) => [technology.id, technology]));
    const left = changed.filter(({ id }) => stillApplies(stored.get(id)));
    const undone = await forEach(left, (technology) => undo(token, technology));
    return { ...undone, changed: [...undone.changed, ...changed.filter((technology) => !left.includes(technology))] };
  };
}

/** Changes technologies one by one, with one undo for all of them. */
export function useBulk({ onClose, trackChange }: { onClose: () => void; trackChange: TrackChange }) {
  const { reload } = useTechnologyList();
  const [words, setWords] = useState('');
  const call = useAction<Bulk>({ call: run, done: onClose, failed: onClose });

  async function run(token: string, bulk: Bulk) {
    const { rows, pending, change, done, failed } = bulk;
    if (rows.length === 0) {
      toast.info('Nenhuma alteração para salvar');
      return;
    }
    setWords(pending);
    const start = Date.now();
    const { changed, errors } = await forEach(rows, (technology) => change(token, technology));
    if (!isCurrent(token)) return;
    const error = errors.find(isFailure);
    const action = changed.length > 0 ? trackChange(undoOf(bulk, changed, reload), start)() : undefined;
    if (changed.length > 0 || error === undefined) reload();
    if (error === undefined) {
      if (changed.length === 0) toast.info('Elas já foram excluídas em outro lugar');
      else toast.success(done(changed.length), action && { action });
      return;
    }
    const left = `${rows.length - changed.length} de ${rows.length}`;
    toast.error(`${failed}: ${left}`, { reason: reasonOf(error), ...(action && { action }) });
    throw error;
  }

  return { call, words };
}

/** Whether a change failed. It did not if the technology is gone: nothing is left to change. */
function isFailure(error: unknown): boolean {
  return api.codeOf(error) !== 'not-found';
}

function undoOf({ undo, name }: Bulk, changed: Technology[], reload: () => void): Change {
  let left = changed;
  return {
    name: name(changed.length),
    undone: 'Alteração desfeita',
    failed: 'Não foi possível desfazer tudo',
    async undo(token) {
      const restored = await undo(token, left);
      left = left.filter((technology) => !restored.changed.includes(technology));
      if (restored.errors.length === 0) return;
      if (restored.changed.length > 0) reload();
      throw restored.errors.find(isFailure) ?? restored.errors[0];
    },
  };
}
