import { shortened } from '#contract/public/shortened.ts';
import { readable, WebLink } from '../components/profile/web-link.tsx';

const MAX_LABEL = 60;

export function Address({ url }: { url: string }) {
  return (
    <WebLink address={url}>
      <bdi>{shortAddress(url)}</bdi>
    </WebLink>
  );
}

/** Without the scheme, for display. */
export function shortAddress(url: string): string {
  const short = readable(url)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '');
  return shortened(short, MAX_LABEL);
}
