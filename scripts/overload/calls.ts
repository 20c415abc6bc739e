import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

export type Call = {
  method?: string;
  token?: string | undefined;
  type?: string;
  body?: string | Buffer;
  agent?: Agent | false;
};

/** Sends requests to the server at this port, and returns their status: 0 when the connection was cut. */
export function makeClient(port: number) {
  const keepAlive = new Agent({ keepAlive: true });
  return async function ask(
    path: string,
    { method = 'GET', token, type = 'application/json', body, agent = keepAlive }: Call = {},
  ): Promise<number> {
    const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) };
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent, timeout: 30_000 });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.end(body);
    try {
      const [response] = await once(outgoing, 'response');
      await buffer(response);
      return response.statusCode;
    } catch {
      return 0;
    }
  };
}

/** A multipart form (boundary "x") with a picture of 16 megapixels. */
export async function pictureForm(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#257942' } })
    .jpeg({ progressive: true })
    .toBuffer();
  return Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\n'),
    picture,
    Buffer.from('\r\n--x--\r\n'),
  ]);
}

type Head = { token?: string; type?: string; length?: number; host?: string; headers?: Record<string, string> };

/** The text of a request. Without `length` it has no body; with it the body is not complete. */
export function requestText(line: string, { token, type, length, host = 'a', headers }: Head = {}): string {
  const all = {
    Host: host,
    ...headers,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(length && { 'Content-Type': type ?? 'application/json', 'Content-Length': length }),
  };
  const lines = Object.entries(all).map((header) => header.join(': '));
  return `${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${length ? '{' : ''}`;
}

/** Opens sockets from a local address and writes `text` to each. They read nothing unless `isReading`. */
export function openSockets(
  port: number,
  { from, count, text, isReading = true }: { from: string; count: number; text: string | Buffer; isReading?: boolean },
): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined);
    if (isReading) socket.resume();
    else socket.pause();
    if (text.length > 0) socket.write(text);
    return socket;
  });
}
