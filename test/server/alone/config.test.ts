import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT, KENZIEHUB } from '../../../server/compatibility.ts';
import { type Config, ConfigError, readConfig, SETTING_NAMES } from '../../../server/config.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PEPPER = 'p'.repeat(32);
const SHARED = { DATABASE_URL: 'postgres://db.example/trilha' };
const MAIL = { SMTP_URL: 'smtps://ana:p%40ss@mail.example', PUBLIC_URL: 'https://trilha.example' };

test('no setting is required', () => {
  expect(readConfig({}, false)).toMatchObject({
    port: 3333,
    host: '127.0.0.1',
    database: resolve(ROOT, 'data/trilha.sqlite'),
    drain: 0,
    logFormat: 'json',
    logLevel: 'info',
    trustedProxies: [],
    compatibility: DEFAULT,
    passwordProfile: 'spec',
    sessionIdle: 3 * 24 * 60 * 60_000,
    rateLimit: true,
    pages: resolve(ROOT, 'dist'),
  });
  for (const name of ['metrics', 'publicUrl', 'corsOrigins', 'operatorContact', 'mail', 'pepper'] as const) {
    expect(readConfig({})[name]).toBeUndefined();
  }
});

test('an empty value counts as unset', () => {
  for (const empty of ['', ' ']) {
    expect(readConfig(Object.fromEntries(SETTING_NAMES.map((name) => [name, empty])))).toEqual(readConfig({}));
  }
});

test.for<[settings: Record<string, string>, config: Partial<Config>]>([
  [
    { PORT: '0', HOST: '::1' },
    { port: 0, host: '::1' },
  ],
  [{ PUBLIC_URL: 'https://Trilha.example/' }, { publicUrl: 'https://trilha.example' }],
  [{ DATABASE_URL: 'sqlite::memory:' }, { database: ':memory:' }],
  [{ DATABASE_URL: 'sqlite:/var/lib/trilha.sqlite' }, { database: '/var/lib/trilha.sqlite' }],
  [{ DATABASE_URL: 'sqlite:./here.sqlite' }, { database: resolve(ROOT, 'here.sqlite') }],
  [{ DATABASE_URL: 'sqlite:deep/here.sqlite' }, { database: resolve(ROOT, 'deep/here.sqlite') }],
  [SHARED, { database: SHARED.DATABASE_URL, drain: 3_000 }],
  [{ DATABASE_URL: 'postgresql://a:5433/b?sslmode=verify-full' }, { database: expect.stringContaining('verify-full') }],
  [{ ...SHARED, DRAIN_SECONDS: '0' }, { drain: 0 }],
  [{ DRAIN_SECONDS: '60' }, { drain: 60_000 }],
  [{ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1,::1 ' }, { trustedProxies: ['10.0.0.0/8', '127.0.0.1', '::1'] }],
  [{ CORS_ORIGINS: 'https://A.example/, http://b:5173' }, { corsOrigins: ['https://a.example', 'http://b:5173'] }],
  [{ COMPAT: 'kenziehub' }, { compatibility: KENZIEHUB }],
  [{ CONTACT: 'ana@escola.example' }, { operatorContact: 'ana@escola.example' }],
  [{ CONTACT: 'https://escola.example/contato' }, { operatorContact: 'https://escola.example/contato' }],
  [
    { PASSWORD_PROFILE: 'strict', PASSWORD_PEPPER: PEPPER },
    { passwordProfile: 'strict', pepper: PEPPER },
  ],
  [{ RATE_LIMIT: 'on' }, { rateLimit: true }],
  [
    { RATE_LIMIT: 'off', SESSION_IDLE: '12h' },
    { rateLimit: false, sessionIdle: 43_200_000 },
  ],
  [{ METRICS_PORT: '9464' }, { metrics: { port: 9464, host: '127.0.0.1' } }],
  [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, { metrics: { port: 9464, host: '0.0.0.0' } }],
  [{ METRICS_HOST: '0.0.0.0' }, { metrics: undefined }],
  [{ ...MAIL, MAIL_FROM: 'a@x.example' }, { mail: { url: MAIL.SMTP_URL, from: 'a@x.example' } }],
  [{ ...MAIL, CONTACT: 'b@x.example' }, { mail: { url: MAIL.SMTP_URL, from: 'b@x.example' } }],
  [
    { ...MAIL, MAIL_FROM: 'a@x.example', CONTACT: 'b@x.example' },
    { mail: { url: MAIL.SMTP_URL, from: 'a@x.example' } },
  ],
])('%j is read as %j', ([settings, config]) => {
  expect(readConfig(settings, false)).toMatchObject(config);
});

test('logs are text with warnings at a terminal, and JSON elsewhere, unless set', () => {
  expect(readConfig({}, true)).toMatchObject({ logFormat: 'text', logLevel: 'warn' });
  expect(readConfig({ LOG_FORMAT: 'json' }, true)).toMatchObject({ logFormat: 'json', logLevel: 'info' });
  expect(readConfig({ LOG_FORMAT: 'text' }, false)).toMatchObject({ logFormat: 'text', logLevel: 'warn' });
  expect(readConfig({ LOG_LEVEL: 'debug' }, true)).toMatchObject({ logFormat: 'text', logLevel: 'debug' });
});

test('the pepper is read from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'trilha-config-')), 'pepper');
  writeFileSync(file, `${PEPPER}\n`);
  expect(readConfig({ PASSWORD_PEPPER_FILE: file }).pepper).toBe(PEPPER);
  rmSync(dirname(file), { recursive: true });
});

test('SMTP_URL requires PUBLIC_URL and a sender', () => {
  expect(() => readConfig({ SMTP_URL: MAIL.SMTP_URL })).toThrow(
    new ConfigError(
      [
        'PUBLIC_URL must be set with SMTP_URL: links in mails begin with it.',
        'MAIL_FROM must be set with SMTP_URL, unless CONTACT is an e-mail.',
      ].join('\n'),
    ),
  );
  expect(() => readConfig({ ...MAIL, CONTACT: 'https://user@x.example' })).toThrow(/^MAIL_FROM must be set/);
});

test.for([
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://ana:geheim@mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://ana:geheim/x@mail.example'],
  ['SMTP_URL', 'smtp://ana:12#geheim@mail.example'],
  ['SMTP_URL', 'smtp://ana:%geheim@mail.example'],
  ['DATABASE_URL', 'mysql://localhost/trilha'],
  ['DATABASE_URL', 'postgres:/ana:geheim@127.0.0.1/trilha'],
  ['DATABASE_URL', 'postgres://ana:geheim/x@127.0.0.1/trilha'],
  ['DATABASE_URL', 'postgres://ana:12/geheim@127.0.0.1/trilha'],
  ['DATABASE_URL', 'postgres://ana:1#geheim@127.0.0.1/trilha'],
  ['DATABASE_URL', 'postgres://ana:1?geheim@127.0.0.1/trilha'],
  ['DATABASE_URL', 'postgres://ana:geheim@127.0.0.1'],
  ['DATABASE_URL', 'postgres://ana:geheim@127.0.0.1/trilha?sslmode=on'],
  ['DATABASE_URL', 'ana:geheim@127.0.0.1/trilha'],
  ['PASSWORD_PEPPER', 'too-little'],
] as const)('%s cannot be %s, and the value is not repeated', ([name, value]) => {
  const read = () => readConfig({ ...MAIL, MAIL_FROM: 'a@x.example', [name]: value });
  expect(read).toThrow(new RegExp(`^${name} must be (?!.*(geheim|too-little|, not)).*$`));
});

test.for([
  ['PORT', ['-1', '3.5', '0x10', '1e3', 'abc', '65536', '３３３３']],
  ['HOST', ['http://here']],
  ['PUBLIC_URL', ['trilha.example', 'https://a.example/path', 'https://a.example?x', 'https://me:you@a.example']],
  ['PUBLIC_URL', ['ftp://a.example', 'javascript:alert(1)']],
  ['DATABASE_POOL', ['0', '1001']],
  ['PASSWORD_PROFILE', ['loose']],
  ['PASSWORD_PEPPER_FILE', ['/nowhere/pepper']],
  ['RATE_LIMIT', ['yes']],
  ['DRAIN_SECONDS', ['61', '3s']],
  ['SESSION_IDLE', ['3', '0s', '31d']],
  // A number, or "all", would let a client choose its address.
  ['TRUST_PROXY', ['1', 'true', '*', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0', '127.0.0.1,']],
  [
    'TRUST_PROXY',
    ['10.0.0.0/', '10.0.0.0/8/8', '::1/129', '::ffff:10.0.0.1', '::ffff:a00:0/104', '0:0:0:0:0:FFFF:a00:1'],
  ],
  ['CORS_ORIGINS', ['*', 'front.example', 'https://front.example/path', 'https://front.example,']],
  ['COMPAT', ['KenzieHub', 'true']],
  ['LOG_FORMAT', ['xml']],
  ['LOG_LEVEL', ['loud']],
  ['CONTACT', ['Ana', 'javascript:alert(1)']],
] as const)('%s cannot be any of %j', ([name, values]) => {
  for (const value of values) expect(() => readConfig({ [name]: value })).toThrow(RegExp(`^${name} must be .*, not "`));
});

test('all mistakes are reported together, one per line', () => {
  expect(() => readConfig({ PORT: '70000', DATABASE_POOL: '0', LOG_LEVEL: 'loud' })).toThrow(
    new ConfigError(
      [
        'PORT must be a number from 0 to 65535, not "70000".',
        'DATABASE_POOL must be a number from 1 to 1000, not "0".',
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
      ].join('\n'),
    ),
  );
});
