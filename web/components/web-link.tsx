import type { ReactNode } from 'react';

// "%80" and above: what is no ASCII.
const ENCODED = /(?:%[89a-f][\da-f])+/gi;
const READABLE = /^[\p{Letter}\p{Mark}\p{Number}\p{Extended_Pictographic}]+$/u;

/** An address that a user typed: a link for http(s), plain text for other schemes, such as `javascript:`. */
export function WebLink({ address, children = readable(address) }: { address: string; children?: ReactNode }) {
  if (!leadsToWeb(address)) return <span>{children}</span>;
  return (
    <a href={address} rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  );
}

export function leadsToWeb(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

/** An address to read, not to follow: "café" for "caf%C3%A9". Signs, blanks and what turns text round stay encoded. */
export function readable(address: string): string {
  // The host stays as it is: its letters might pass for those of another.
  const [origin] = /^(?:\w+:\/\/)?[^/?#]*/.exec(address) ?? [''];
  return origin + address.slice(origin.length).replaceAll(ENCODED, decoded);
}

function decoded(bytes: string): string {
  try {
    const text = decodeURIComponent(bytes);
    return READABLE.test(text) ? text : bytes;
  } catch {
    return bytes;
  }
}
