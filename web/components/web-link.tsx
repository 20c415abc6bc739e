import type { ReactNode } from 'react';

/** An address that a user typed: a link for http(s), plain text for other schemes, such as `javascript:`. */
export function WebLink({ address, children = address }: { address: string; children?: ReactNode }) {
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
