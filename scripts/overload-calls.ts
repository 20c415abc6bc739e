import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';

type Sent = { method?: string; token?: string; type?: string; body?: string | Buffer; from?: Agent };

/** Asks the server at this port: answers the status and the body, or 0 for a connection that was cut. */
export function asker(port: number) {
  const agent = new Agent({ keepAlive: true });
  return async function ask(
    path: string,
    { method = 'GET', token, type = 'application/json', body, from = agent }: Sent = {},
  ) {
    const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) };
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: from });
    asked.end(body);
    try {
      const [answer] = await once(asked, 'response');
      let text = '';
      for await (const piece of answer) text += piece;
      return { status: answer.statusCode as number, text };
    } catch {
      return { status: 0, text: '' };
    }
  };
}

/** A form with a picture of 16 megapixels, whose boundary is "x". */
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

/** Of milliseconds, in any order. */
export function p99(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Opens sockets to this port from an address, says something, and reads nothing. */
export function dialler(port: number, from: string) {
  return function dial(text: string): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined);
    socket.pause();
    socket.write(text);
    return socket;
  };
}
