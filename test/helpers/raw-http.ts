import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { atEnd } from './server-process.ts';
import type { TestServer } from './start-server.ts';

const HOST = 'Host: trilha.example\r\n';

export async function listening(server: TestServer): Promise<TestServer> {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

/** A connection that ends with the test or the file that dials. */
export function dial({ app }: TestServer, localAddress = '127.0.0.1'): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  atEnd(() => socket.destroy());
  return socket;
}

export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
}

/** All text received until the server closes the connection. */
export async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  await once(socket, 'close');
  return text;
}

/** The number of open connections. */
export async function connectionsOf({ app }: TestServer): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
