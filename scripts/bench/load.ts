import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { SetUpProblem } from '../set-up.mjs';

export type Load = {
  address: string;
  method: 'GET' | 'POST';
  /** Sent in turn, each from a client address of its own behind a trusted proxy. A title in a body is made unique. */
  requests: ReadonlyArray<{ path: string; token?: string; body?: object }>;
  amount: number;
  connections: number;
};
export type Loaded = { perSecond: number; answered: number; refused: number };

/** Sends the requests from a process of its own, one at a time per connection. */
export async function generate(load: Load): Promise<Loaded> {
  const generator = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  generator.stdin.end(JSON.stringify(load));
  const result = await text(generator.stdout);
  if (result === '') throw new SetUpProblem('The load generator failed: see its message above.');
  return JSON.parse(result) as Loaded;
}

if (import.meta.main) {
  const { address, method, requests, amount, connections } = JSON.parse(await text(process.stdin)) as Load;
  const { port, host } = new URL(address);
  const unique = Date.now().toString(36);
  const counts = { sent: 0, answered: 0, refused: 0 };

  const nextRequest = () => {
    const index = counts.sent % requests.length;
    const { path, token, body } = requests[index] ?? { path: '/' };
    counts.sent += 1;
    const payload = body
      ? JSON.stringify({ ...body, ...('title' in body && { title: `${unique} ${counts.sent}` }) })
      : '';
    return [
      `${method} ${path} HTTP/1.1`,
      `Host: ${host}`,
      `X-Forwarded-For: 10.${(index >> 8) & 255}.${index & 255}.1`,
      ...(token ? [`Authorization: Bearer ${token}`] : []),
      ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(payload)}`] : []),
      `\r\n${payload}`,
    ].join('\r\n');
  };

  /** Uses one socket until the server closes it or all requests are sent. */
  const useSocket = async () => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1').setNoDelay().setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      const end = received.indexOf('\r\n\r\n') + 4;
      if (end < 4) return;
      const head = received.slice(0, end).toLowerCase();
      const [, length] = /\r\ncontent-length: (\d+)/.exec(head) ?? [];
      if (length === undefined) throw new Error(`A response has no Content-Length: ${head}`);
      if (received.length < end + Number(length)) return;
      counts[head.startsWith('http/1.1 2') ? 'answered' : 'refused'] += 1;
      received = '';
      if (counts.sent < amount && !head.includes('\r\nconnection: close\r\n')) socket.write(nextRequest());
      else socket.end();
    });
    await once(socket, 'connect');
    socket.write(nextRequest());
    await once(socket, 'close');
  };

  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (counts.sent < amount) await useSocket();
    }),
  );
  const { answered, refused } = counts;
  const loaded: Loaded = { perSecond: (1_000 * answered) / (performance.now() - start), answered, refused };
  console.log(JSON.stringify(loaded));
}
