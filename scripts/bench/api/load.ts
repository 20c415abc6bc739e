import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

/** What the generator is told, as JSON on its standard input. */
export type Load = {
  address: string;
  method: 'GET' | 'POST';
  /** Asked for in turn, each from a client of its own. */
  requests: Array<{ path: string; token?: string; body?: object }>;
  /** Appended to each title, so that no two are one. */
  unique: string;
  /** How many requests. */
  amount: number;
  connections: number;
};
export type Loaded = { perSecond: number; answered: number; refused: number };

if (import.meta.main) {
  const load = JSON.parse(await text(process.stdin)) as Load;
  let sent = 0;
  const result = await autocannon({
    url: load.address,
    connections: load.connections,
    amount: load.amount,
    // In milliseconds: how exactly the end is seen, a second if nothing is said.
    sampleInt: 10,
    requests: load.requests.map(({ path, token, body }, index) => ({
      method: load.method,
      path,
      headers: {
        'x-forwarded-for': `10.${(index >> 8) & 255}.${index & 255}.1`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && {
        setupRequest: (request: autocannon.Request) => {
          sent += 1;
          return {
            ...request,
            body: JSON.stringify({ ...body, ...('title' in body && { title: `${load.unique}${sent}` }) }),
          };
        },
      }),
    })),
  });
  const answered = result['2xx'];
  const loaded: Loaded = { perSecond: answered / result.duration, answered, refused: result.non2xx + result.errors };
  console.log(JSON.stringify(loaded));
}
