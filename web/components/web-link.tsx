/** An address that a user typed: a link for http(s), plain text for other schemes, such as `javascript:`. */
export function WebLink({ address }: { address: string }) {
  if (!leadsToWeb(address)) return <span>{address}</span>;
  return (
    <a href={address} rel="noopener noreferrer nofollow ugc">
      {address}
    </a>
  );
}

function leadsToWeb(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}
