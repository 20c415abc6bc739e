import { hash, randomBytes } from 'node:crypto';

const TOKEN = /^tr_[A-Za-z0-9_-]{43}$/;

/** 256 random bits (OWASP ASVS 7.2.3). */
export function makeToken(): string {
  return `tr_${randomBytes(32).toString('base64url')}`;
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** A fast hash is enough for 256 random bits (OWASP ASVS 11.4.1). */
export function fingerprint(secret: string): string {
  return hash('sha256', secret, 'hex');
}
