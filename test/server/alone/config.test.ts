import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT, KENZIEHUB } from '../../../server/compatibility.ts';
import { ConfigError, readConfig, SETTING_NAMES } from '../../../server/config.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

test('nothing needs to be set', () => {
  expect(readConfig({}, false)).toEqual({
    port: 3333,
    host: '127.0.0.1',
    database: resolve(ROOT, 'data/trilha.sqlite'),
    databasePool: undefined,
    drain: 0,
    logFormat: 'json',
    logLevel: 'info',
    metrics: undefined,
    publicUrl: undefined,
    trustedProxies: [],
    corsOrigins: undefined,
    compatibility: DEFAULT,
    contact: undefined,
    mail: undefined,
    passwordProfile: 'spec',
    pepper: undefined,
    sessionIdle: 3 * 24 * 60 * 60_000,
    limits: true,
    pages: resolve(ROOT, 'dist'),
  });
});

test('an empty value is no value', () => {
  for (const empty of ['', ' ']) {
    expect(readConfig(Object.fromEntries(SETTING_NAMES.map((name) => [name, empty])))).toEqual(readConfig({}));
  }
});

test('values are taken as they are meant', () => {
  const config = readConfig({ PORT: '0', HOST: '::1', LOG_LEVEL: 'debug', PUBLIC_URL: 'https://Trilha.example/' });
  expect(config).toMatchObject({ port: 0, host: '::1', logLevel: 'debug', publicUrl: 'https://trilha.example' });
});

test.for([
  ['sqlite::memory:', ':memory:'],
  ['sqlite:/var/lib/trilha.sqlite', '/var/lib/trilha.sqlite'],
  ['sqlite:./here.sqlite', resolve(ROOT, 'here.sqlite')],
  ['sqlite:deep/here.sqlite', resolve(ROOT, 'deep/here.sqlite')],
  ['postgres://ana:x@db.example/trilha', 'postgres://ana:x@db.example/trilha'],
  [
    'postgresql://db.example:5433/trilha?sslmode=verify-full',
    'postgresql://db.example:5433/trilha?sslmode=verify-full',
  ],
])('DATABASE_URL %s means %s', ([url, path]) => {
  expect(readConfig({ DATABASE_URL: url }).database).toBe(path);
});

test('a person at a terminal is told what went wrong, in text, unless the settings say otherwise (X-215)', () => {
  const formats = [
    readConfig({}, true),
    readConfig({ LOG_FORMAT: 'json' }, true),
    readConfig({ LOG_FORMAT: 'text' }, false),
  ];
  expect(formats.map(({ logFormat, logLevel }) => [logFormat, logLevel])).toEqual([
    ['text', 'warn'],
    ['json', 'info'],
    ['text', 'warn'],
  ]);
  expect(readConfig({ LOG_LEVEL: 'debug' }, true)).toMatchObject({ logFormat: 'text', logLevel: 'debug' });
});

test('an instance that shares its database drains for three seconds, one with a file not at all (X-240)', () => {
  const shared = { DATABASE_URL: 'postgres://db.example/trilha' };
  expect(readConfig(shared).drain).toBe(3_000);
  expect(readConfig({ ...shared, DRAIN_SECONDS: '0' }).drain).toBe(0);
  expect(readConfig({ DRAIN_SECONDS: '60' }).drain).toBe(60_000);
});

test('lists are taken apart at their commas', () => {
  const { trustedProxies, corsOrigins } = readConfig({
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1,::1 ,fd00::/8',
    CORS_ORIGINS: 'https://Front.example/, http://localhost:5173',
  });
  expect(trustedProxies).toEqual(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8']);
  expect(corsOrigins).toEqual(['https://front.example', 'http://localhost:5173']);
});

test('accounts can be guarded more, or not at all (X-169 X-171 X-172 X-173)', () => {
  const pepper = 'p'.repeat(32);
  const set = { PASSWORD_PROFILE: 'strict', PASSWORD_PEPPER: pepper, RATE_LIMIT: 'off', SESSION_IDLE: '12h' };
  expect(readConfig(set)).toMatchObject({ passwordProfile: 'strict', pepper, limits: false, sessionIdle: 43_200_000 });
  expect(readConfig({ SESSION_IDLE: '3s' }).sessionIdle).toBe(3_000);
  const file = join(mkdtempSync(join(tmpdir(), 'trilha-config-')), 'pepper');
  writeFileSync(file, `${pepper}\n`);
  expect(readConfig({ PASSWORD_PEPPER_FILE: file }).pepper).toBe(pepper);
  rmSync(dirname(file), { recursive: true });
});

test('RATE_LIMIT can be written as its default', () => {
  expect(readConfig({ RATE_LIMIT: 'on' }).limits).toBe(true);
  expect(readConfig({ RATE_LIMIT: 'off' }).limits).toBe(false);
});

test('a secret that is wrong is not repeated (X-171)', () => {
  expect(() => readConfig({ PASSWORD_PEPPER: 'too-little' })).toThrow(
    /^PASSWORD_PEPPER must be at least 32 characters, kept secret\.$/,
  );
});

const MAIL = { SMTP_URL: 'smtps://ana:p%40ss@mail.example', PUBLIC_URL: 'https://trilha.example' };

test('mails come from MAIL_FROM, else from CONTACT where that is an e-mail (X-320)', () => {
  const url = MAIL.SMTP_URL;
  expect(readConfig({ ...MAIL, MAIL_FROM: 'a@x.example' }).mail).toEqual({ url, from: 'a@x.example' });
  expect(readConfig({ ...MAIL, CONTACT: 'b@x.example' }).mail).toEqual({ url, from: 'b@x.example' });
  const both = { ...MAIL, MAIL_FROM: 'a@x.example', CONTACT: 'b@x.example' };
  expect(readConfig(both).mail?.from).toBe('a@x.example');
});

test('SMTP_URL asks for what mails cannot do without (X-320)', () => {
  expect(() => readConfig({ SMTP_URL: MAIL.SMTP_URL })).toThrow(
    new ConfigError([
      'PUBLIC_URL must be set where SMTP_URL is: the links in mails begin with it.',
      'MAIL_FROM must be set where SMTP_URL is and CONTACT is no e-mail.',
    ]),
  );
  expect(() => readConfig({ ...MAIL, CONTACT: 'https://user@x.example' })).toThrow(/^MAIL_FROM must be set/);
});

test.for([
  'mail.example',
  'http://ana:geheim@mail.example',
  'smtp://',
  'smtp://ana:geheim/x@mail.example',
  'smtp://ana:12#geheim@mail.example',
  'smtp://ana:%geheim@mail.example',
])('SMTP_URL cannot be %s, and is not repeated (X-320)', (url) => {
  expect(() => readConfig({ ...MAIL, MAIL_FROM: 'a@x.example', SMTP_URL: url })).toThrow(
    /^SMTP_URL must be "smtp:[^\n]*, with the signs of the password encoded\.$/,
  );
});

test.for([
  'postgres:/ana:geheim@127.0.0.1/trilha',
  'postgers://ana:geheim@127.0.0.1/trilha',
  'postgres://ana:geheim/x@127.0.0.1/trilha',
  'postgres://ana:12/geheim@127.0.0.1/trilha',
  'postgres://ana:1#geheim@127.0.0.1/trilha',
  'postgres://ana:1?geheim@127.0.0.1/trilha',
  'postgres://ana:geheim@127.0.0.1',
  'postgres://ana:geheim@127.0.0.1/trilha?sslmode=on',
  'ana:geheim@127.0.0.1/trilha',
])('DATABASE_URL cannot be %s, and is not repeated (X-114)', (url) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(
    new ConfigError([
      'DATABASE_URL must be "sqlite:" and the path of a file, "sqlite::memory:", or "postgres://user:password@host/database".',
    ]),
  );
});

test('metrics are served to this machine alone, unless told (X-324)', () => {
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
  expect(readConfig(open).metrics).toEqual({ port: 9464, host: '0.0.0.0' });
  expect(readConfig({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined();
});

test('the server can be made to fit the clients of the original API', () => {
  expect(readConfig({ COMPAT: 'kenziehub' }).compatibility).toBe(KENZIEHUB);
});

test.for(['ana@escola.example', 'https://escola.example/contato'])('CONTACT can be %s', (CONTACT) => {
  expect(readConfig({ CONTACT }).contact).toBe(CONTACT);
});

test.for([
  ['PASSWORD_PROFILE', 'loose'],
  ['PASSWORD_PEPPER_FILE', '/nowhere/pepper'],
  ['RATE_LIMIT', 'yes'],
  ['DRAIN_SECONDS', '61'],
  ['DRAIN_SECONDS', '3s'],
  ['SESSION_IDLE', '3'],
  ['SESSION_IDLE', '0s'],
  ['SESSION_IDLE', '31d'],
  // A number, or "all", would let a client say who it is.
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '*'],
  ['TRUST_PROXY', 'proxy.example'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '::1/129'],
  ['TRUST_PROXY', '127.0.0.1,'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'front.example'],
  ['CORS_ORIGINS', 'https://front.example/path'],
  ['CORS_ORIGINS', 'https://front.example,'],
  ['COMPAT', 'KenzieHub'],
  ['COMPAT', 'true'],
  ['LOG_FORMAT', 'xml'],
  ['CONTACT', 'Ana'],
  ['CONTACT', 'javascript:alert(1)'],
] as const)('%s cannot be %s', ([name, value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .*, not "`));
});

test('all mistakes are told together, a line for each', () => {
  const wrong = {
    PORT: '70000',
    HOST: 'http://here',
    DATABASE_URL: 'mysql://localhost/trilha',
    DATABASE_POOL: '0',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'ftp://trilha.example',
  };
  expect(() => readConfig(wrong)).toThrow(
    new ConfigError([
      'PORT must be a number from 0 to 65535, not "70000".',
      'HOST must be a host name or an IP address, not "http://here".',
      'DATABASE_URL must be "sqlite:" and the path of a file, "sqlite::memory:", or "postgres://user:password@host/database".',
      'DATABASE_POOL must be a number from 1 to 1000, not "0".',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
      'PUBLIC_URL must be an http or https address without a path, such as https://trilha.example, not "ftp://trilha.example".',
    ]),
  );
});

test.for(['-1', '3.5', '0x10', '1e3', 'abc', '65536', '３３３３'])('PORT cannot be %s', (PORT) => {
  expect(() => readConfig({ PORT })).toThrow(ConfigError);
});

test.for([
  'trilha.example',
  'https://a.example/path',
  'https://a.example?x',
  'https://me:you@a.example',
  'javascript:alert(1)',
])('PUBLIC_URL cannot be %s', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow(ConfigError);
});

test('the folder of the web app is the one that is built', () => {
  const { pages } = readConfig({});
  expect([isAbsolute(pages), basename(pages), dirname(pages)]).toEqual([true, 'dist', ROOT]);
});
