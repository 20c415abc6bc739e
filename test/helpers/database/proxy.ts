import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { atEnd } from '../server-process.ts';

/** Forwards connections to a database server, and plays its faults and those of the network. */
export class Proxy {
  readonly url: string;
  /** Number of messages that the program has sent: round trips, if it waits for each response. */
  asked = 0;
  readonly #server: Server;
  readonly #port: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();

  private constructor(server: Server, address: URL) {
    const { hostname, port: farPort } = address;
    this.#server = server.on('connection', (near) => this.#forward(near, connect(Number(farPort || 5432), hostname)));
    this.#port = (server.address() as AddressInfo).port;
    this.url = Object.assign(new URL(address), { host: `127.0.0.1:${this.#port}` }).href;
  }

  /** Ends with the test or the file that calls this. */
  static async to(url: string): Promise<Proxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new Proxy(server, new URL(url));
    atEnd(() => proxy.close());
    return proxy;
  }

  #forward(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    near.on('data', () => (this.asked += 1));
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  }

  get connections(): number {
    return this.#pairs.size;
  }

  /** Breaks every connection, as a failover does. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Refuses connections until `open`. */
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

  /** Stops forwarding, without closing the connections. */
  freeze(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
      near.resume();
      far.resume();
    }
  }
}
