import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { emailAddress, webAddress } from '#contract/field-rules.ts';
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '#contract/limits.ts';
import { DEFAULT, KENZIEHUB } from './compatibility.ts';
import { DAY, HOUR, MINUTE, SECOND } from './database/statements/time.ts';
import { LOG_FORMATS } from './http/logger.ts';

const LOOPBACK = '127.0.0.1';
const MILLISECONDS = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const PACKAGE_ROOT = resolve(import.meta.dirname, '..');

/** Completes "PORT must be …". */
const RULES = z.registry<{ rule: string }>();

function setting<Schema extends z.ZodMiniType>(rule: string, schema: Schema): Schema {
  RULES.add(schema, { rule });
  return schema;
}

function wholeNumber(least: number, most: number) {
  const number = z.pipe(z.transform(Number), z.number().check(z.minimum(least), z.maximum(most)));
  return setting(`a number from ${least} to ${most}`, z.pipe(z.string().check(z.regex(/^\d+$/)), number));
}

function oneOf<const Words extends readonly string[]>(words: Words) {
  return setting(`one of ${words.join(', ')}`, z.enum(words));
}

function listOf<Item extends z.ZodMiniType<string, string>>(item: Item) {
  const split = z.transform((text: string) => text.split(',').map((part) => part.trim()));
  return z.pipe(z.pipe(z.string(), split), z.array(item));
}

const host = setting('a host name or an IP address', z.string().check(z.regex(/^[\w.:%-]+$/)));
const origin = z.pipe(
  z.url({ protocol: /^https?$/ }).check(z.refine((url) => URL.parse(url)?.href === `${URL.parse(url)?.origin}/`)),
  z.transform((url) => new URL(url).origin),
);
// A /0 would let any client forge its address. The server reads IPv4-mapped addresses as IPv4.
const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .check(z.refine((text) => !/\/0$|^[0:]+ffff:/i.test(text)));
const pepper = z.string().check(z.minLength(32));
const sessionIdle = z.number().check(z.minimum(1_000), z.maximum(SESSION_DAYS * MILLISECONDS.d));

const SETTINGS = {
  PORT: wholeNumber(0, 65_535),
  HOST: host,
  DATABASE_URL: setting(
    '"sqlite:" and the path of a file, "sqlite::memory:", or "postgres://user:password@host/database"',
    z.pipe(
      z.string().check(z.refine((url) => /^sqlite:[^\0]+$/.test(url) || isPostgres(url))),
      z.transform(databaseLocation),
    ),
  ),
  DATABASE_POOL: wholeNumber(1, 1_000),
  DRAIN_SECONDS: wholeNumber(0, 60),
  LOG_LEVEL: oneOf(LOG_LEVELS),
  LOG_FORMAT: oneOf(LOG_FORMATS),
  PUBLIC_URL: setting('an http or https address without a path, such as https://trilha.example', origin),
  METRICS_PORT: wholeNumber(0, 65_535),
  METRICS_HOST: host,
  TRUST_PROXY: setting(
    'the addresses or networks of your proxies, separated by commas, such as 10.0.0.2',
    listOf(network),
  ),
  CORS_ORIGINS: setting(
    'the origins of the front ends, separated by commas, such as https://front.example',
    listOf(origin),
  ),
  COMPAT: oneOf(['kenziehub']),
  SMTP_URL: setting(
    '"smtp://user:password@host:587" or "smtps://…", with the password percent-encoded',
    z.url({ protocol: /^smtps?$/, hostname: /^[\w.:[\]-]+$/ }).check(z.refine(isMailServer)),
  ),
  MAIL_FROM: setting('an e-mail address', emailAddress()),
  CONTACT: setting("the operator's e-mail or http or https address", z.union([emailAddress(), webAddress()])),
  PASSWORD_PROFILE: oneOf(['spec', 'strict']),
  PASSWORD_PEPPER: setting('at least 32 characters, kept secret', pepper),
  PASSWORD_PEPPER_FILE: setting(
    'the path of a readable file with at least 32 characters',
    z.pipe(z.string(), z.pipe(z.transform(readSecret), pepper)),
  ),
  SESSION_IDLE: setting(
    'a number and s, m, h or d, up to 30d, such as 12h',
    z.pipe(z.string(), z.pipe(z.transform(parseDuration), sessionIdle)),
  ),
  RATE_LIMIT: oneOf(['on', 'off']),
};
type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
const Settings = z.partial(z.object(SETTINGS));
/** Messages do not repeat their values: a mistyped URL may contain a password anywhere. */
const SECRETS: readonly string[] = ['DATABASE_URL', 'SMTP_URL', 'PASSWORD_PEPPER'];

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with all mistakes, one per line. `atTerminal` selects the format of the log. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, atTerminal = process.stdout.isTTY) {
  const values = Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]?.trim() || undefined]));
  const { data, error } = z.safeParse(Settings, values);
  if (error) {
    const wrong = new Set(error.issues.map(({ path: [name] }) => name as SettingName));
    throw new ConfigError([...wrong].map((name) => mistake(name, values[name])).join('\n'));
  }
  const database = data.DATABASE_URL ?? resolve(PACKAGE_ROOT, 'data/trilha.sqlite');
  const logFormat = data.LOG_FORMAT ?? (atTerminal ? 'text' : 'json');
  return {
    port: data.PORT ?? 3333,
    host: data.HOST ?? LOOPBACK,
    database,
    databasePool: data.DATABASE_POOL,
    /** Milliseconds from SIGTERM to the close, for a load balancer to notice. With SQLite there is one instance. */
    drain: (data.DRAIN_SECONDS ?? (isPostgres(database) ? 3 : 0)) * MILLISECONDS.s,
    logFormat,
    logLevel: data.LOG_LEVEL ?? (logFormat === 'text' ? 'warn' : 'info'),
    metrics:
      data.METRICS_PORT === undefined ? undefined : { port: data.METRICS_PORT, host: data.METRICS_HOST ?? LOOPBACK },
    publicUrl: data.PUBLIC_URL,
    trustedProxies: data.TRUST_PROXY ?? [],
    corsOrigins: data.CORS_ORIGINS,
    compatibility: data.COMPAT === 'kenziehub' ? KENZIEHUB : DEFAULT,
    operatorContact: data.CONTACT,
    mail: mailOf(data),
    passwordProfile: data.PASSWORD_PROFILE ?? 'spec',
    pepper: data.PASSWORD_PEPPER_FILE ?? data.PASSWORD_PEPPER,
    sessionIdle: data.SESSION_IDLE ?? SESSION_IDLE_DAYS * MILLISECONDS.d,
    rateLimit: data.RATE_LIMIT !== 'off',
    pages: resolve(PACKAGE_ROOT, 'dist'),
  };
}

function mistake(name: SettingName, value: string | undefined): string {
  return `${name} must be ${RULES.get(SETTINGS[name])?.rule}${SECRETS.includes(name) ? '' : `, not ${JSON.stringify(value)}`}.`;
}

function mailOf({ SMTP_URL: url, MAIL_FROM, PUBLIC_URL, CONTACT = '' }: z.infer<typeof Settings>) {
  if (url === undefined) return undefined;
  const from = MAIL_FROM ?? (CONTACT.includes('@') && !URL.canParse(CONTACT) ? CONTACT : undefined);
  const mistakes: string[] = [];
  // A link with the Host header of the request could lead to an attacker (OWASP Forgot Password Cheat Sheet).
  if (!PUBLIC_URL) mistakes.push('PUBLIC_URL must be set with SMTP_URL: links in mails begin with it.');
  if (!from) mistakes.push('MAIL_FROM must be set with SMTP_URL, unless CONTACT is an e-mail.');
  if (!from || mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  return { url, from };
}

// An unencoded "/", "?" or "#" in the password ends the host early, and leaves an invalid database name.
function isPostgres(text: string): boolean {
  const url = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null;
  const sslmode = url?.searchParams.get('sslmode') ?? 'disable';
  return url !== null && url.host !== '' && /^\/[\w%.-]+$/.test(url.pathname) && SSL_MODES.includes(sslmode);
}

// The credentials must be percent-encoded: `/` or `#` in them would start the path or the hash.
function isMailServer(text: string): boolean {
  try {
    const { username, password, pathname, hash } = new URL(text);
    return /^\/?$/.test(pathname) && hash === '' && decodeURIComponent(`${username}${password}`) !== undefined;
  } catch {
    return false;
  }
}

export function parseDuration(duration: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(duration) ?? [];
  return Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
}

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
