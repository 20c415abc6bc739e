/** Who is logged in on this device: the token of their session and their id. */
export type Session = { token: string; userId: string };

// The specification names the two keys and that each value is stored as JSON.
export const KEYS = { token: 'token', userId: 'userId' } as const;

function readText(key: string): string | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof value === 'string' && value !== '' ? value : null;
  } catch {
    return null;
  }
}

/** The session in this origin's storage; a broken or blocked store holds none. */
export function readStoredSession(): Session | null {
  const token = readText(KEYS.token);
  const userId = readText(KEYS.userId);
  return token !== null && userId !== null ? { token, userId } : null;
}
