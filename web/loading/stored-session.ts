export type Session = { token: string; userId: string };

// The specification defines both keys, and stores each value as JSON.
export const KEYS = { token: 'token', userId: 'userId' } as const;

function readText(key: string): string | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof value === 'string' && value !== '' ? value : null;
  } catch {
    return null;
  }
}

export function readStoredSession(): Session | null {
  const token = readText(KEYS.token);
  const userId = readText(KEYS.userId);
  return token !== null && userId !== null ? { token, userId } : null;
}
