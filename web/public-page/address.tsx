import { readable, WebLink } from '../components/profile/web-link.tsx';

const MAX_LABEL = 60;

export function Address({ url }: { url: string }) {
  return (
    <WebLink address={url}>
      <bdi>{shortened(url)}</bdi>
    </WebLink>
  );
}

/** Without the scheme, for display. */
export function shortened(url: string): string {
  const short = readable(url)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '');
  const characters = Array.from(short);
  return characters.length > MAX_LABEL ? `${characters.slice(0, MAX_LABEL - 1).join('')}…` : short;
}
