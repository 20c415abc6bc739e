import autocannon from 'autocannon';

/** With a body it is a POST; `[<id>]` in the body becomes a unique text. */
export type LoadRequest = { path: string; token?: string; body?: object };
export type Load = { address: string; requests: readonly LoadRequest[]; amount: number; connections: number };

/** Sends the requests in turn, each from a client address of its own behind a trusted proxy. */
export async function generate({ requests, address, ...load }: Load) {
  const result = await autocannon({
    ...load,
    url: address,
    // In milliseconds: how exactly the end is measured.
    sampleInt: 10,
    idReplacement: requests.some(({ body }) => body !== undefined),
    requests: requests.map(({ path, token, body }, index) => ({
      path,
      headers: {
        'x-forwarded-for': `10.${(index >> 8) & 255}.${index & 255}.1`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })),
  });
  const answered = result['2xx'];
  return { answered, perSecond: answered / result.duration, refused: result.non2xx + result.errors };
}
