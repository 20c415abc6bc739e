import { KNOWN_NETWORK_DAYS } from '#contract/limits.ts';
import type { Count, Counter } from '../database/accounts/attempts.ts';
import type { NewEvent } from '../database/accounts/events.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../database/statements/time.ts';
import { emailKey } from '../database/users/users.ts';
import { networkOf, widerNetworksOf } from '../networks.ts';
import { tooManyRequests } from '../problems.ts';
import type { SecurityEvent } from './security-log.ts';
import { fingerprint } from './tokens.ts';

// After its free attempts, a counter imposes waits that double from a second to a minute. No account is ever locked:
// anybody could lock out its owner.
const LONGEST_WAIT = MINUTE;
export const FREE_FAILURES = 5;
// Free attempts of an IPv6 /56 and a /48, as multiples of those of one of their 256 or 65,536 networks.
const WIDER_FREE = [4, 10];
// Failures of one account from all networks (NIST SP 800-63B, 3.2.2). Above it, each unknown network has one free failure.
export const ACCOUNT_FAILURES = 100;
export const FREE_UNDER_ATTACK = 1;
// Failures of one network, against password lists (OWASP Credential Stuffing Prevention). Known networks are exempt.
const NETWORK_FAILURES = 100;
// The most known networks of an account, so that an export stays small after logins from thousands of networks.
export const KNOWN_NETWORKS = 100;
// Sign-ups and e-mail changes reveal whether an e-mail has an account, so networks and accounts have limits for them.
const SIGN_UPS = 60;
const FREE_EMAILS = 5;
const LINKS = 60;
// Links to accounts that know the network. More than `LINKS`, because one student could use up the limit of a school; not
// unlimited, because a user can sign up with the e-mails of others.
const LINKS_IF_KNOWN = 600;
const FREE_LINKS = 3;

/**
 * `account` is an `accountKey` or `unknownKey`. Passwords and codes of classes are counted separately. An attempt with a
 * session does not wait for the failures of its network. A failure adds `event` to the activity of `userId`.
 */
export type Attempt = {
  account: string;
  userId: string | undefined;
  ip: string;
  event?: NewEvent | undefined;
  isCode?: boolean;
  hasSession?: boolean;
};

type Waits = { first: number; longest: number };
const WAITS: Waits = { first: SECOND, longest: LONGEST_WAIT };

export type Limit = Counter & { free: number; waits?: Waits };

function accountCounter(key: string, account: string | null, lifetime = DAY): Counter {
  return { key, account, lifetime, renewed: true };
}

function networkCounter(name: string): Counter {
  return { key: fingerprint(name), account: null, lifetime: HOUR, renewed: false };
}

export function subjectOf({ account, isCode }: Attempt): string {
  return isCode ? fingerprint(`codes:${account}`) : account;
}

function pairCounter(attempt: Attempt, network: string): Counter {
  return accountCounter(fingerprint(`pair:${subjectOf(attempt)}:${network}`), attempt.account);
}

export function countersOf(attempt: Attempt) {
  const [subject, network, { account }] = [subjectOf(attempt), networkOf(attempt.ip), attempt];
  return {
    accountInNetwork: pairCounter(attempt, network),
    accountTotal: accountCounter(subject, account),
    known: accountCounter(fingerprint(`known:${subject}:${network}`), account, KNOWN_NETWORK_DAYS * DAY),
  };
}

function widerLimits(ip: string, free: number, counterOf: (network: string) => Counter): Limit[] {
  return widerNetworksOf(ip).map((network, index) => ({
    ...counterOf(network),
    free: free * (WIDER_FREE[index] ?? 1),
  }));
}

export function widerLimitsOf(attempt: Attempt): Limit[] {
  return widerLimits(attempt.ip, FREE_FAILURES, (network) => pairCounter(attempt, network));
}

/** The counters of failures that a right password deletes. */
export function accountCountersOf(attempt: Attempt): Counter[] {
  const { accountInNetwork, accountTotal } = countersOf(attempt);
  return [accountInNetwork, accountTotal, ...widerLimitsOf(attempt)];
}

/** The limits of a network and the wider ones around it, the widest first. */
function networkLimits(name: string, ip: string, free: number): [Limit, ...Limit[]] {
  const counterOf = (network: string) => networkCounter(`${name}:${network}`);
  const own = { ...counterOf(networkOf(ip)), free };
  const [widest = own, ...others] = [own, ...widerLimits(ip, free, counterOf)].toReversed();
  return [widest, ...others];
}

export const failuresOf = ({ ip, isCode }: Attempt) =>
  networkLimits(isCode ? 'codes' : 'network', ip, NETWORK_FAILURES);
export const signUpsOf = (ip: string) => networkLimits('sign-up', ip, SIGN_UPS);
export const linksOf = (ip: string, isKnown: boolean) => networkLimits('links', ip, isKnown ? LINKS_IF_KNOWN : LINKS);

export function linksTo(email: string): Limit {
  // The longest wait equals the lifetime of a link, so the newest link is valid until the next request is allowed.
  const waits = { first: MINUTE, longest: HOUR };
  return { ...accountCounter(fingerprint(`links-to:${emailKey(email)}`), null), free: FREE_LINKS, waits };
}

export function emailChangesOf(account: string): Limit {
  return { ...accountCounter(fingerprint(`e-mails:${account}`), account), free: FREE_EMAILS };
}

export const isUsedUp = (count: Count | undefined, free: number): count is Count => (count?.count ?? 0) >= free;

/** Throws `too-many-requests`, logged as `event`, unless all waits are over. */
export function requireNoWait(
  limits: readonly Limit[],
  counts: ReadonlyMap<string, Count>,
  now: Date,
  event: SecurityEvent,
): void {
  const wait = Math.max(...limits.map(({ key, free, waits }) => waitOf(counts.get(key), free, now, waits)));
  if (wait > 0) throw tooManyRequests(Math.ceil(wait / SECOND)).loggedAs(event);
}

/** Milliseconds until the next attempt is admitted. Each attempt after the free ones doubles the wait. */
function waitOf(count: Count | undefined, free: number, now: Date, { first, longest } = WAITS): number {
  if (!isUsedUp(count, free)) return 0;
  const doublings = Math.min(count.count - free, 30);
  return count.lastAt.getTime() + Math.min(first * 2 ** doublings, longest) - now.getTime();
}
