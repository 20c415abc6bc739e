import { BASE } from '../../api.ts';

/** The avatar at the API's origin, which the Content Security Policy allows. `avatar_url` may have another origin. */
export function avatarUrl(url: string | null): string | null {
  return url && `${BASE}${new URL(url).pathname}`;
}
