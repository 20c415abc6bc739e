import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { emailAddress, webAddress } from '#contract/field-rules.ts';
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '#contract/limits.ts';
import { DEFAULT, KENZIEHUB } from './compatibility.ts';
import { LOG_FORMATS } from './http/logger.ts';

const LOOPBACK = '127.0.0.1';
const MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** Relative paths start here, whatever folder the server is started from. */
const PACKAGE_ROOT = resolve(import.meta.dirname, '..');

/** Completes "PORT must be …". */
const WANTED = {
  PORT: 'a number from 0 to 65535',
  HOST: 'a host name or an IP address',
  DATABASE_URL: '"sqlite:" and the path of a file, "sqlite::memory:", or "postgres://user:password@host/database"',
  DATABASE_POOL: 'a number from 1 to 1000',
  DRAIN_SECONDS: 'a number from 0 to 60',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  LOG_FORMAT: `one of ${LOG_FORMATS.join(', ')}`,
  PUBLIC_URL: 'an http or https address without a path, such as https://trilha.example',
  METRICS_PORT: 'a number from 0 to 65535',
  METRICS_HOST: 'a host name or an IP address',
  TRUST_PROXY: 'the addresses or networks of your proxies, separated by commas, such as 10.0.0.0/8',
  CORS_ORIGINS: 'the origins of the front ends, separated by commas, such as https://front.example',
  COMPAT: '"kenziehub"',
  SMTP_URL: '"smtp://user:password@host:587" or "smtps://…", with the signs of the password encoded',
  MAIL_FROM: 'an e-mail address',
  CONTACT: 'the e-mail or the http or https address of whoever runs this server',
  PASSWORD_PROFILE: '"spec" or "strict"',
  PASSWORD_PEPPER: 'at least 32 characters, kept secret',
  PASSWORD_PEPPER_FILE: 'the path of a file that can be read and holds at least 32 characters',
  SESSION_IDLE: 'a number and s, m, h or d, up to 30d, such as 12h',
  RATE_LIMIT: '"on" or "off"',
};
/** Their values are never told: a mistyped address may hold a password anywhere. */
const SECRETS: readonly string[] = ['DATABASE_URL', 'SMTP_URL', 'PASSWORD_PEPPER'];
type SettingName = keyof typeof WANTED;
export const SETTING_NAMES = Object.keys(WANTED) as SettingName[];

const origin = z.pipe(
  z.string().check(z.refine(isOrigin)),
  z.transform((text) => new URL(text).origin),
);
const pepper = z.string().check(z.minLength(32));
const idle = z.number().check(z.minimum(1_000), z.maximum(SESSION_DAYS * MILLISECONDS.d));
const network = z.string().check(z.refine(isNetwork));

function port() {
  return z.pipe(wholeNumber(), z.number().check(z.maximum(65_535)));
}

function host() {
  return z.string().check(z.regex(/^[\w.:%-]+$/));
}

function wholeNumber() {
  return z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number));
}

function listOf<Item extends z.ZodMiniType<string, string>>(item: Item) {
  const split = z.transform((text: string) => text.split(',').map((part) => part.trim()));
  return z.pipe(z.pipe(z.string(), split), z.array(item));
}

const Settings = z.partial(
  z.object({
    PORT: port(),
    HOST: host(),
    METRICS_PORT: port(),
    METRICS_HOST: host(),
    DATABASE_URL: z.pipe(
      z.string().check(z.refine((url) => /^sqlite:[^\0]+$/.test(url) || isPostgres(url))),
      z.transform(databaseLocation),
    ),
    DATABASE_POOL: z.pipe(wholeNumber(), z.number().check(z.minimum(1), z.maximum(1000))),
    DRAIN_SECONDS: z.pipe(wholeNumber(), z.number().check(z.maximum(60))),
    LOG_LEVEL: z.enum(LOG_LEVELS),
    LOG_FORMAT: z.enum(LOG_FORMATS),
    PUBLIC_URL: origin,
    TRUST_PROXY: listOf(network),
    CORS_ORIGINS: listOf(origin),
    COMPAT: z.literal('kenziehub'),
    SMTP_URL: z.string().check(z.refine(isMailServer)),
    MAIL_FROM: emailAddress(),
    CONTACT: z.union([emailAddress(), webAddress()]),
    PASSWORD_PROFILE: z.enum(['spec', 'strict']),
    PASSWORD_PEPPER: pepper,
    PASSWORD_PEPPER_FILE: z.pipe(z.string(), z.pipe(z.transform(readSecret), pepper)),
    SESSION_IDLE: z.pipe(z.string(), z.pipe(z.transform(milliseconds), idle)),
    RATE_LIMIT: z.enum(['on', 'off']),
  } satisfies Record<SettingName, z.ZodMiniType>),
);

/** One line for each setting that is wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError, which tells all mistakes together. `atTerminal` tells whether a person reads the output. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  atTerminal: boolean = process.stdout.isTTY,
) {
  const given = Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]?.trim() || undefined]));
  const { data, error } = z.safeParse(Settings, given);
  if (error) {
    const wrong = new Set(error.issues.map(({ path: [name] }) => name as SettingName));
    throw new ConfigError([...wrong].map((name) => `${name} must be ${WANTED[name]}${butIs(name, given[name])}.`));
  }
  const database = data.DATABASE_URL ?? resolve(PACKAGE_ROOT, 'data/trilha.sqlite');
  const logFormat = data.LOG_FORMAT ?? (atTerminal ? 'text' : 'json');
  return {
    port: data.PORT ?? 3333,
    host: data.HOST ?? LOOPBACK,
    /** An absolute path, `:memory:`, or an address of PostgreSQL. */
    database,
    /** Undefined for the usual. */
    databasePool: data.DATABASE_POOL,
    /** In milliseconds. A file has one instance, so nobody could take over. */
    drain: (data.DRAIN_SECONDS ?? (isPostgres(database) ? 3 : 0)) * MILLISECONDS.s,
    logFormat,
    // To a person only what went wrong is worth a line.
    logLevel: data.LOG_LEVEL ?? (logFormat === 'text' ? 'warn' : 'info'),
    /** Where metrics are served; undefined for nowhere. */
    metrics:
      data.METRICS_PORT === undefined ? undefined : { port: data.METRICS_PORT, host: data.METRICS_HOST ?? LOOPBACK },
    /** Undefined when each request tells it. */
    publicUrl: data.PUBLIC_URL,
    /** The addresses and networks that may say who asks. */
    trustedProxies: data.TRUST_PROXY ?? [],
    /** Undefined for all. */
    corsOrigins: data.CORS_ORIGINS,
    compatibility: data.COMPAT === 'kenziehub' ? KENZIEHUB : DEFAULT,
    /** Undefined where the operator is not named. */
    contact: data.CONTACT,
    /** Undefined where no mail is sent. */
    mail: mailOf(data),
    passwordProfile: data.PASSWORD_PROFILE ?? 'spec',
    /** Undefined for none. */
    pepper: data.PASSWORD_PEPPER_FILE ?? data.PASSWORD_PEPPER,
    /** In milliseconds. */
    sessionIdle: data.SESSION_IDLE ?? SESSION_IDLE_DAYS * MILLISECONDS.d,
    limits: data.RATE_LIMIT !== 'off',
    pages: resolve(PACKAGE_ROOT, 'dist'),
  };
}

/** A server of mails, and the address that they come from. */
export type MailServer = { url: string; from: string };

type MailSettings = Partial<Record<'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'CONTACT', string | undefined>>;

function mailOf({ SMTP_URL: url, MAIL_FROM, PUBLIC_URL, CONTACT = '' }: MailSettings): MailServer | undefined {
  if (url === undefined) return undefined;
  const from = MAIL_FROM ?? (CONTACT.includes('@') && !URL.canParse(CONTACT) ? CONTACT : undefined);
  const mistakes = [
    // A link that began with the Host header could lead to whoever asked for it (OWASP Forgot Password Cheat Sheet).
    ...(PUBLIC_URL === undefined
      ? ['PUBLIC_URL must be set where SMTP_URL is: the links in mails begin with it.']
      : []),
    ...(from === undefined ? ['MAIL_FROM must be set where SMTP_URL is and CONTACT is no e-mail.'] : []),
  ];
  if (from === undefined || mistakes.length > 0) throw new ConfigError(mistakes);
  return { url, from };
}

function butIs(name: SettingName, given: string | undefined): string {
  return SECRETS.includes(name) ? '' : `, not "${given}"`;
}

// A password with a "/", "?" or "#" that is not encoded ends the address too early: what follows is no name then.
function isPostgres(text: string): boolean {
  const url = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null;
  const sslmode = url?.searchParams.get('sslmode') ?? 'disable';
  return url !== null && url.host !== '' && /^\/[\w%.-]+$/.test(url.pathname) && SSL_MODES.includes(sslmode);
}

// As with PostgreSQL: a sign of the password that is not encoded ends the address too early.
function isMailServer(text: string): boolean {
  const url = /^smtps?:\/\//.test(text) ? URL.parse(text) : null;
  return (
    url !== null &&
    /^[\w.:[\]-]+$/.test(url.hostname) &&
    /^\/?$/.test(url.pathname) &&
    url.hash === '' &&
    isDecodable(url)
  );
}

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(`${username}${password}`) !== undefined;
  } catch {
    return false;
  }
}

/** Of a number and s, m, h or d; NaN for any other text. */
export function milliseconds(duration: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(duration) ?? [];
  return Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
}

/** Empty when it cannot be read. */
function readSecret(path: string): string {
  try {
    return readFileSync(resolve(PACKAGE_ROOT, path), 'utf8').trim();
  } catch {
    return '';
  }
}

function databaseLocation(url: string): string {
  if (!url.startsWith('sqlite:')) return url;
  const path = url.replace('sqlite:', '');
  return path === ':memory:' ? path : resolve(PACKAGE_ROOT, path);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`;
}

// `ipaddr.js` takes "1" for an address. A /0 would let any client say who it is.
function isNetwork(text: string): boolean {
  const [address = ''] = text.split('/');
  if (isIP(address) === 0) return false;
  return address === text || (ipaddr.isValidCIDR(text) && ipaddr.parseCIDR(text)[1] > 0);
}
