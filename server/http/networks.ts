import ipaddr from 'ipaddr.js';

/** What a client is counted by: an IPv4 address, or the /64 of an IPv6 one, which one household owns. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : (prefixOf(parsed) ?? address);
}

/** Enough for users to recognise their sessions (LGPD, article 6-III). */
export function networkPrefix(address: string): string {
  return prefixOf(parse(address)) ?? '';
}

export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6 | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
