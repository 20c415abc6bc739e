import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Compatibility, DEFAULT, KENZIEHUB } from './compatibility.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** Relative addresses start here, so it does not matter which folder the server is started from. */
const PACKAGE_ROOT = resolve(import.meta.dirname, '..');

export type Config = {
  port: number;
  host: string;
  /** An absolute path, or `:memory:`. */
  database: string;
  logLevel: string;
  /** The origin that people reach the server by, when the operator has told it. */
  publicUrl: string | undefined;
  /** The proxies, as addresses and networks, that are believed about who asks and how. */
  trustedProxies: string[];
  /** The origins whose pages may call the API; undefined for all. */
  corsOrigins: string[] | undefined;
  compatibility: Compatibility;
  /** The folder that the web app is built into. */
  pages: string;
};

/** The environment holds values that cannot be meant. One line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, each with its default. Throws ConfigError, which tells all mistakes together. */
export function readConfig(environment: Environment = process.env): Config {
  const mistakes: string[] = [];
  function read<Value>(
    name: string,
    byDefault: Value,
    parse: (text: string) => Value | undefined,
    wanted: string,
  ): Value {
    const text = environment[name]?.trim();
    if (!text) return byDefault;
    const value = parse(text);
    if (value === undefined) mistakes.push(`${name} must be ${wanted}, not "${text}".`);
    return value ?? byDefault;
  }

  const config = {
    port: read('PORT', 3333, parsePort, 'a number from 0 to 65535'),
    host: read('HOST', '127.0.0.1', parseHost, 'a host name or an IP address'),
    database: read(
      'DATABASE_URL',
      resolve(PACKAGE_ROOT, 'data/trilha.sqlite'),
      parseDatabase,
      '"sqlite:" and the path of a file, or "sqlite::memory:"',
    ),
    logLevel: read('LOG_LEVEL', 'info', parseLogLevel, `one of ${LOG_LEVELS.join(', ')}`),
    publicUrl: read<string | undefined>(
      'PUBLIC_URL',
      undefined,
      parseOrigin,
      'an http or https address without a path, such as https://trilha.example',
    ),
    trustedProxies: read<string[]>(
      'TRUST_PROXY',
      [],
      listOf(parseNetwork),
      'the addresses or networks of your proxies, separated by commas, such as 10.0.0.0/8',
    ),
    corsOrigins: read<string[] | undefined>(
      'CORS_ORIGINS',
      undefined,
      listOf(parseOrigin),
      'the origins of the front ends, separated by commas, such as https://front.example',
    ),
    compatibility: read<Compatibility>('COMPAT', DEFAULT, parseCompatibility, '"kenziehub"'),
    pages: resolve(PACKAGE_ROOT, 'dist'),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65_535 ? port : undefined;
}

function parseHost(text: string): string | undefined {
  return /^[\w.:%-]+$/.test(text) ? text : undefined;
}

function parseDatabase(text: string): string | undefined {
  const path = /^sqlite:(.+)$/s.exec(text)?.[1];
  if (path === undefined || path.includes('\0')) return undefined;
  return path === ':memory:' ? path : resolve(PACKAGE_ROOT, path);
}

function parseLogLevel(text: string): string | undefined {
  return LOG_LEVELS.find((level) => level === text);
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

function listOf(parse: (text: string) => string | undefined) {
  return (text: string): string[] | undefined => {
    const parsed = text.split(',').map((item) => parse(item.trim()));
    return parsed.every((item) => item !== undefined) ? parsed : undefined;
  };
}

function parseNetwork(text: string): string | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return undefined;
  if (length === undefined) return text;
  // A network of everybody would be believed about anything.
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128) ? text : undefined;
}

function parseCompatibility(text: string): Compatibility | undefined {
  return text === 'kenziehub' ? KENZIEHUB : undefined;
}
