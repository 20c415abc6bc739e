import { afterEach, expect, test, vi } from 'vitest';
import { readStoredSession } from '../../../web/loading/stored-session.ts';

const SESSION = { token: '"a-token"', userId: '"an-id"' };

afterEach(() => vi.unstubAllGlobals());

function store(values: Record<string, string>) {
  vi.stubGlobal('localStorage', { getItem: (key: string) => values[key] ?? null });
}

test('a token and an id are read as JSON (M-085, M-086)', () => {
  store(SESSION);
  expect(readStoredSession()).toEqual({ token: 'a-token', userId: 'an-id' });
});

test.for(['abc', '{', '', 'null', '""', '123', '["a"]'])('%j is neither a token nor an id (M-087, A-03)', (raw) => {
  for (const key of ['token', 'userId']) {
    store({ ...SESSION, [key]: raw });
    expect(readStoredSession()).toBeNull();
  }
});
