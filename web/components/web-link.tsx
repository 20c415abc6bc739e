/** An address that someone has typed: a link where it leads to the web, plain text where it would do something else. */
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
