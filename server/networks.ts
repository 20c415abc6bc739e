import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

// Entries of each cache. A request reads its address several times, and few clients send most requests.
const ENTRIES = 10_000;

function memoize<Result>(read: (address: string) => Result): (address: string) => Result {
  const known = new Map<string, Result>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    if (known.size >= ENTRIES) known.clear();
    const result = read(address);
    known.set(address, result);
    return result;
  };
}

/** The key of limits: an IPv4 address, or the /64 of an IPv6 address, which belongs to one household. */
export const networkOf = memoize((address): string => {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : (prefixOf(parsed) ?? address);
});

/** The /56 and the /48 of an IPv6 address, which one customer may own; none of an IPv4 address. */
export const widerNetworksOf = memoize((address): string[] => {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return [];
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  const site = [first, second, third].map((part) => part.toString(16)).join(':');
  return [`${site}:${(fourth & 0xff00).toString(16)}::/56`, `${site}::/48`];
});

/** The /24 or /64 of an address, enough for users to recognise their sessions (LGPD, article 6-III). */
export function networkPrefix(address: string): string {
  return prefixOf(parse(address)) ?? '';
}

export function httpOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return ['x-forwarded-for', 'x-real-ip', 'forwarded'].some((name) => name in headers);
}

/** Returns a function that checks whether an address belongs to `networks`, which may be single addresses. */
export function trustOf(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => {
    const [address = '', bits] = network.split('/');
    const parsed = ipaddr.parse(address);
    return [parsed, Number(bits ?? (parsed.kind() === 'ipv4' ? 32 : 128))] as const;
  });
  return memoize((address) => {
    const parsed = parse(address);
    return ranges.some(([range, bits]) => parsed?.kind() === range.kind() && parsed.match(range, bits));
  });
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = withoutPort(text);
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

// Some proxies write "1.2.3.4:8080" and "[::1]:80": with the port, each connection would be another client.
function withoutPort(text: string): string {
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? dotted ?? text;
}

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6 | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
