import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^tr_[A-Za-z0-9_-]{43}$/;

/** A new session token: 256 random bits, so it can be neither guessed nor computed (OWASP ASVS 7.2.3). */
export function makeToken(): string {
  return `tr_${randomBytes(32).toString('base64url')}`;
}

/** Whether a text can be a token at all; asking this first keeps garbage away from the database. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * What is stored instead of the secret itself, so that a copy of the database logs nobody in. A fast hash is right
 * here: the secret has too many bits to be tried out (OWASP ASVS 11.4.1).
 */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
