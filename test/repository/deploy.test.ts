import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, SETTING_NAMES } from '../../server/config.ts';
import { startServer } from '../helpers/start-server.ts';

const root = resolve(import.meta.dirname, '../..');
const settings: readonly string[] = SETTING_NAMES;

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** What the first group of the pattern finds. */
function all(path: string, pattern: RegExp): string[] {
  return [...read(path).matchAll(pattern)].map(([, found = '']) => found);
}

const DOCKERFILE = 'deploy/Dockerfile';
const COMPOSE = 'deploy/compose.yaml';
const CADDYFILE = 'deploy/Caddyfile';
const UNIT = 'deploy/trilha.service';

test('image, unit and compose file set only what the server reads (X-220)', () => {
  const [app = ''] = all(COMPOSE, /^x-app:[\s\S]*?environment:\n((?: {4}.*\n)+)/gm);
  const given = [
    ...all(DOCKERFILE, /^ENV (.*)$/gm).flatMap((line) => line.split(' ')),
    ...all(UNIT, /^Environment=(.*)$/gm).flatMap((line) => line.split(' ')),
  ].map((pair) => pair.replace(/=.*/, ''));
  const names = [...given, ...[...app.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name)];
  expect(names).toContain('DATABASE_URL');
  const ofNode = ['NODE_ENV', 'NODE_COMPILE_CACHE'];
  expect(names.filter((name) => !ofNode.includes(name) && !settings.includes(name))).toEqual([]);
});

test('every stage of the image is built on the Node of package.json (X-221)', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const [major] = /\d+/.exec(engines.node) ?? [];
  const stages = all(DOCKERFILE, /^FROM node:(\d+)-slim/gm);
  expect(stages.length).toBe(all(DOCKERFILE, /^(FROM) /gm).length);
  expect([...new Set(stages)]).toEqual([major]);
});

test('what the image copies exists, and nothing else is sent to be built (X-222)', () => {
  const copied = all(DOCKERFILE, /^COPY (?!--from)(.*) \S+$/gm).flatMap((line) => line.split(' '));
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const sent = all(`${DOCKERFILE}.dockerignore`, /^!(.*)$/gm);
  expect(sent.toSorted()).toEqual([...new Set(copied)].toSorted());
});

test('image, proxy and server mean one port, and the proxy the instances there are (X-223)', () => {
  const port = String(readConfig({}).port);
  expect(all(DOCKERFILE, /^EXPOSE (\d+)$/gm)).toEqual([port]);
  expect(all(DOCKERFILE, /http:\/\/127\.0\.0\.1:(\d+)\//g)).toEqual([port]);
  const [upstreams = ''] = all(CADDYFILE, /reverse_proxy (.*) \{/g);
  const instances = all(COMPOSE, /^ {2}([\w-]+):\n {4}<<: \*app$/gm);
  expect(upstreams.split(' ')).toEqual(instances.map((name) => `${name}:${port}`));
});

test('the instances believe the network of the proxy (X-224)', () => {
  const [trusted = 'nobody'] = all(COMPOSE, /TRUST_PROXY: (.*)/g);
  expect(all(COMPOSE, /subnet: (.*)/g)).toEqual([trusted]);
  expect(readConfig({ TRUST_PROXY: trusted }).trustedProxies).toEqual([trusted]);
});

test('the proxy drops an idle connection before the server does (X-225)', async () => {
  const { app } = await startServer();
  const [seconds] = all(CADDYFILE, /^\s+keepalive (\d+)s$/gm);
  expect(Number(seconds) * 1_000).toBeLessThan(app.server.keepAliveTimeout);
});

test('the proxy notices an instance that stops in time, and nobody kills it before its end (X-246)', () => {
  const [every, patience] = ['interval', 'timeout'].map((name) =>
    Number(all(CADDYFILE, new RegExp(`^\\s+health_${name} (\\d+)s$`, 'gm'))[0]),
  );
  const { drain } = readConfig({ DATABASE_URL: 'postgres://database/trilha' });
  expect((Number(every) + Number(patience)) * 1_000).toBeLessThanOrEqual(drain);
  const waits = [...all(COMPOSE, /^ {2}stop_grace_period: (\d+)s$/gm), ...all(UNIT, /^TimeoutStopSec=(\d+)$/gm)];
  expect(waits.length).toBe(2);
  // A stop takes nine seconds at most, after the drain.
  for (const seconds of waits) expect(Number(seconds) * 1_000).toBeGreaterThan(drain + 9_000);
});

test('the example names what the compose file asks for, and holds no password (X-226)', () => {
  const asked = new Set(all(COMPOSE, /\$\{(\w+)/g));
  expect(new Set(all('deploy/.env.example', /^(\w+)=/gm))).toEqual(asked);
  expect(all('deploy/.env.example', /^\w*PASSWORD=(.*)$/gm)).toEqual(['']);
});
