import { readable, WebLink } from '../components/web-link.tsx';

// In letters.
const LONGEST_LABEL = 60;

/** A link as people write its address. */
export function Address({ of: address }: { of: string }) {
  return (
    <WebLink address={address}>
      <bdi>{shortened(address)}</bdi>
    </WebLink>
  );
}

/** As people write an address: without scheme, "www." and the slash at the end, and no longer than a line. */
function shortened(address: string): string {
  const short = readable(address)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '');
  const letters = Array.from(short);
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join('')}…` : short;
}
