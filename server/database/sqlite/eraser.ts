import type { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { HOUR, SECOND } from '../statements/time.ts';
import type { SharedCommit } from './shared-commit.ts';

const TRUNCATE = 'pragma wal_checkpoint(truncate)';
// In bytes. The process does nothing else meanwhile: up to 10 ms per megabyte.
const LARGEST_REWRITTEN = 64 * 1024 * 1024;
// `written`: `data_version` changes with the writes of other connections.
const STATE = `select page_count * page_size as bytes, total_changes() || ' ' || data_version as written
  from pragma_page_count, pragma_page_size, pragma_data_version`;

/** Returns the `eraseRemnants` of an engine, which does nothing unless something was written since the last time. */
export function makeRemnantsEraser(run: (query: CompiledQuery) => Promise<unknown[]>) {
  let last = Date.now();
  let erased = '';
  return async (now: Date): Promise<void> => {
    // Absolute: the clock may have been set back.
    if (Math.abs(now.getTime() - last) < HOUR) return;
    const [state] = (await run(CompiledQuery.raw(STATE))) as [{ bytes: number; written: string }];
    if (state.written !== erased && state.bytes <= LARGEST_REWRITTEN) {
      await run(CompiledQuery.raw('vacuum'));
      await run(CompiledQuery.raw(TRUNCATE));
    }
    last = now.getTime();
    erased = state.written;
  };
}

/** Truncates the write-ahead log, which still has deleted text. In the file itself `secure_delete` overwrites most of it. */
export function makeEraser(writer: DatabaseSync, commit: SharedCommit) {
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    timer ??= setTimeout(() => void erase(), SECOND).unref();
  }

  function truncate() {
    return writer.prepare(TRUNCATE).get();
  }

  async function erase(): Promise<void> {
    timer = undefined;
    let isEmpty = false;
    try {
      isEmpty = (await commit.runAlone(truncate))?.['busy'] === 0;
    } catch {
      // The next write reports the problem.
    }
    if (!isEmpty && writer.isOpen) schedule();
  }

  /** Call it before the writer is closed: another process may have the file open, and keeps the log. */
  function finish(): void {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      truncate();
    } catch {
      // The file is locked: the other process truncates the log.
    }
  }

  return { schedule, finish };
}
