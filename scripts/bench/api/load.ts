import autocannon from 'autocannon';

/** With a body it is a POST; autocannon replaces `[<id>]` in the body with a unique text. */
export type LoadRequest = { path: string; token?: string; body?: object };
export type Load = { address: string; requests: readonly LoadRequest[]; amount: number; connections: number };

export async function generate({ requests, address, ...load }: Load) {
  const result = await autocannon({
    ...load,
    url: address,
    sampleInt: 10,
    idReplacement: requests.some(({ body }) => body !== undefined),
    requests: requests.map(({ path, token, body }, index) => ({
      path,
      headers: {
        // A client address of its own: the server trusts this proxy.
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
