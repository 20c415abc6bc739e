import type { ReactNode } from 'react';

const ENCODED = /(?:%[89a-f][\da-f])+/gi;
const READABLE = /^[\p{Letter}\p{Mark}\p{Number}\p{Extended_Pictographic}]+$/u;

type WebLinkProps = { address: string; label?: string; children?: ReactNode };

/** Renders a user's URL as a link if it is http(s), else as plain text: `javascript:` must not become a link. */
export function WebLink({ address, label, children = readable(address) }: WebLinkProps) {
  if (!leadsToWeb(address)) return <span>{children}</span>;
  return (
    <a href={address} aria-label={label} rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  );
}

export function leadsToWeb(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

/** Decodes a URL for display: "caf%C3%A9" becomes "café". Punctuation, spaces and bidi controls stay encoded. */
export function readable(address: string): string {
  // The host stays encoded, to prevent homograph spoofing.
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
