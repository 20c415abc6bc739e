import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { atEnd } from '../server-process.ts';

/** Stands between a program and its database server, to play the faults of both the server and the network. */
export class Proxy {
  readonly url: string;
  readonly #server: Server;
  readonly #port: number;
  readonly #pairs: Set<readonly [Socket, Socket]>;
  #asked = 0;

  private constructor(server: Server, port: number, url: string, pairs: Set<readonly [Socket, Socket]>) {
    this.#server = server;
    this.#port = port;
    this.url = url;
    this.#pairs = pairs;
  }

  /** Ends with the test file. */
  static async to(url: string): Promise<Proxy> {
    const address = new URL(url);
    const { hostname, port: farPort } = address;
    const pairs = new Set<readonly [Socket, Socket]>();
    const server = createServer((near) => {
      const far = connect(Number(farPort || 5432), hostname);
      const pair = [near, far] as const;
      pairs.add(pair);
      near.pipe(far).pipe(near);
      for (const socket of pair) {
        socket.on('error', () => undefined);
        socket.on('close', () => {
          pairs.delete(pair);
          for (const each of pair) each.destroy();
        });
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    address.host = `127.0.0.1:${port}`;
    const proxy = new Proxy(server, port, address.href, pairs);
    server.on('connection', (near) => near.on('data', () => (proxy.#asked += 1)));
    atEnd(() => proxy.close());
    return proxy;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  /** How many times the program has sent something: each is a round trip, if it waits for the answer. */
  get asked(): number {
    return this.#asked;
  }

  /** Breaks every connection, as a failover does. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Nobody answers from now on, until `open`. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cut();
    await closed;
  }

  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** The connections stay, and nothing comes through them any more. */
  freeze(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
      near.resume();
      far.resume();
    }
  }
}
