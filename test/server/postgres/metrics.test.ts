import { expect, test } from 'vitest';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { ServerProcess } from '../../helpers/server-process.ts';

test('the metrics count the connections of the pool', async () => {
  const server = new ServerProcess({ DATABASE_URL: await aDatabaseUrl(), METRICS_PORT: '0' });
  await server.ready();
  const [, address = ''] = /^Metrics are at (\S+)$/m.exec(server.err) ?? [];
  expect(await (await fetch(address)).text()).toMatch(/^trilha_database_connections\{state="open"\} [1-9]/m);
});
