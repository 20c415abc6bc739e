import { afterEach, expect, test, vi } from 'vitest';
import { readStoredSession } from '../../../web/start/stored-session.ts';

const SESSION = { token: '"a-token"', userId: '"an-id"' };

afterEach(() => vi.unstubAllGlobals());

function store(values: Record<string, string>) {
  vi.stubGlobal('localStorage', { getItem: (key: string) => values[key] ?? null });
}

test('a token and an id are read as JSON (M-085, M-086)', () => {
  store(SESSION);
  expect(readStoredSession()).toEqual({ token: 'a-token', userId: 'an-id' });
});

test('a token without an id, or an id without a token, is no session (A-03)', () => {
  for (const key of ['token', 'userId'] as const) {
    store({ [key]: SESSION[key] });
    expect(readStoredSession()).toBeNull();
  }
});

test.for(['abc', '{', '', 'null', '""', '123', '["a"]'])('%j is neither a token nor an id (M-087, A-03)', (raw) => {
  for (const key of ['token', 'userId']) {
    store({ ...SESSION, [key]: raw });
    expect(readStoredSession()).toBeNull();
  }
});
