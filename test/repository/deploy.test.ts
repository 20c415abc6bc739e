import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, SETTING_NAMES } from '../../server/config.ts';
import { startServer } from '../helpers/start-server.ts';

const root = resolve(import.meta.dirname, '../..');
const [DOCKERFILE, COMPOSE, CADDYFILE, UNIT] = ['Dockerfile', 'compose.yaml', 'Caddyfile', 'trilha.service'] as const;

/** The first group of each match of the pattern in a file of deploy/. */
function all(file: string, pattern: RegExp): string[] {
  return [...readFileSync(join(root, 'deploy', file), 'utf8').matchAll(pattern)].map(([, found = '']) => found);
}

test('the deploy files set only settings of the server', () => {
  const lines = [...all(DOCKERFILE, /^ENV (.*)$/gm), ...all(UNIT, /^Environment=(.*)$/gm)];
  const [app = ''] = all(COMPOSE, /^x-app:[\s\S]*?environment:\n((?: {4}.*\n)+)/gm);
  const names = [...lines.join(' ').matchAll(/(\w+)=/g), ...app.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
  expect(names).toContain('DATABASE_URL');
  // Public pages say "hoje" and "ontem" by the calendar of the process.
  expect(lines.filter((line) => line.includes('TZ=America/Sao_Paulo'))).toHaveLength(2);
  const known = new Set<string>([...SETTING_NAMES, 'MALLOC_ARENA_MAX', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'TZ']);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test('the image holds files that exist, and nothing else is sent to its build', () => {
  const copied = all(DOCKERFILE, /^COPY (?!--from)(.*) \S+$/gm).flatMap((line) => line.split(' '));
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(all('Dockerfile.dockerignore', /^!(.*)$/gm).toSorted()).toEqual([...new Set(copied)].toSorted());
});

test('the proxy forwards to every instance, which trusts the proxy’s network alone', () => {
  const port = String(readConfig({}).port);
  expect(all(DOCKERFILE, /^EXPOSE (\d+)$/gm)).toEqual([port]);
  const [upstreams] = all(CADDYFILE, /reverse_proxy (.*) \{/g);
  const instances = all(COMPOSE, /^ {2}([\w-]+):\n {4}<<: \*app$/gm);
  expect(upstreams?.split(' ')).toEqual(instances.map((name) => `${name}:${port}`));
  const [network = 'none'] = all(COMPOSE, /TRUST_PROXY: (.*)/g);
  expect(all(COMPOSE, /subnet: (.*)/g)).toEqual([network]);
  expect(readConfig({ TRUST_PROXY: network }).trustedProxies).toEqual([network]);
});

test('the proxy accepts no early data, whose addresses can be forged', () => {
  expect(all(CADDYFILE, /^\s+protocols (.*)$/gm)).toEqual(['h1 h2']);
  expect(all(COMPOSE, /:(\d+\/udp)/g)).toEqual([]);
});

test('the proxy drops idle connections and stopping instances before the server closes', async () => {
  const { app } = await startServer();
  const seconds = (name: string) => Number(all(CADDYFILE, new RegExp(`^\\s+${name} (\\d+)s$`, 'gm'))[0]);
  expect(seconds('keepalive') * 1_000).toBeLessThan(app.server.keepAliveTimeout);
  const { drain } = readConfig({ DATABASE_URL: 'postgres://database/trilha' });
  expect((seconds('health_interval') + seconds('health_timeout')) * 1_000).toBeLessThanOrEqual(drain);
  const graces = [...all(COMPOSE, /^ {2}stop_grace_period: (\d+)s$/gm), ...all(UNIT, /^TimeoutStopSec=(\d+)$/gm)];
  expect(graces).toHaveLength(2);
  // A stop takes nine seconds at most, after the drain.
  for (const grace of graces) expect(Number(grace) * 1_000).toBeGreaterThan(drain + 9_000);
});

test('the example has every variable of the compose file, and no password', () => {
  expect(new Set(all('.env.example', /^(\w+)=/gm))).toEqual(new Set(all(COMPOSE, /\$\{(\w+)/g)));
  expect(all('.env.example', /^\w*PASSWORD=(.*)$/gm)).toEqual(['']);
});
