import type { ReactNode } from 'react';

const ENCODED = /(?:%[89a-f][\da-f])+/gi;
const INVISIBLE = /[\p{Cf}\s]/gu;
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
  return webUrl(address) !== undefined;
}

function webUrl(address: string): URL | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/**
 * Decodes a URL for display: "caf%C3%A9" becomes "café". Punctuation stays encoded; spaces, bidi controls and characters
 * without width are always encoded. The host is in ASCII and without a user name, to prevent homograph spoofing.
 */
export function readable(address: string): string {
  const [typed] = /^(?:\w+:\/\/)?[^/?#]*/.exec(address) ?? [''];
  const url = webUrl(address);
  const origin = url ? `${url.protocol}//${url.host}` : typed;
  return origin + address.slice(typed.length).replaceAll(ENCODED, decoded).replaceAll(INVISIBLE, encodeURIComponent);
}

function decoded(bytes: string): string {
  try {
    const text = decodeURIComponent(bytes);
    return READABLE.test(text) ? text : bytes;
  } catch {
    return bytes;
  }
}
