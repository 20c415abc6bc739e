import { vi } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { statementName } from '../../../server/database/statements/prepared.ts';

/** Runs `act` once, between the next prepared statement of this name and its caller. */
export function afterStatement({ engine }: Database, name: string, act: () => Promise<unknown>): void {
  const { run } = engine;
  const spy = vi.spyOn(engine, 'run').mockImplementation(async (query) => {
    const rows = await run(query);
    if (statementName(query.sql) === name) {
      spy.mockRestore();
      await act();
    }
    return rows;
  });
}
