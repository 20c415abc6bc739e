import { isIPv6 } from 'node:net';

/**
 * What one client is counted by: an IPv4 address, or the /64 of an IPv6 one, of which a single household has 2^64. A
 * text that is no address is counted as it stands.
 */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return v4 ?? v6Prefix(address) ?? address;
}

/** The network that an address is in, which is enough to tell one's own sessions apart (LGPD, article 6-III). */
export function networkPrefix(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  return v4 === undefined ? (v6Prefix(address) ?? '') : `${v4}.0/24`;
}

/** Whether the request came from this very machine. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}

function v6Prefix(address: string): string | undefined {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return undefined;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after);
  }
  // One network may be written in several ways: in capitals, and with zeros in front.
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
