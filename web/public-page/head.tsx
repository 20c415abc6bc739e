import type { ReactNode } from 'react';
import { PREVIEW } from '#contract/limits.ts';
import { publicPath } from '#contract/public/handle.ts';
import type { PublicPage } from '#contract/public/page.ts';
import { shortened } from '#contract/public/shortened.ts';
import { leadsToWeb } from '../components/profile/web-link.tsx';
import { plural } from '../components/plural.ts';

const DESCRIPTION_LENGTH = 160;

/** The same for a private profile and an unknown handle. */
export const MISSING = 'Este perfil não existe ou não é público.';

export function MissingHead({ styles }: { styles: string }) {
  return <DocumentHead title="Perfil não encontrado · Trilha" styles={styles} />;
}

/** Metadata for crawlers and link previews, which require absolute URLs. */
export function Head({ user, origin, searchable, styles }: PublicPage & { styles: string }) {
  const address = origin + publicPath(user.handle);
  const title = `${user.name} · Trilha`;
  const about = descriptionOf(user);
  // The version changes the URL with the image, because networks cache previews for a long time.
  const picture = `${address}/preview.png?v=${versionOf(user)}`;
  return (
    <DocumentHead title={title} styles={styles}>
      <meta name="description" content={about} />
      {!searchable && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content="Trilha" />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:title" content={user.name} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(PREVIEW.width)} />
      <meta property="og:image:height" content={String(PREVIEW.height)} />
      <meta property="og:image:alt" content={`${user.name}: ${user.course_module}, ${countOf(user)}`} />
      <meta property="profile:username" content={user.handle} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={user.name} />
      <meta name="twitter:description" content={about} />
      <meta name="twitter:image" content={picture} />
      <script type="application/ld+json">{personOf(user, address)}</script>
    </DocumentHead>
  );
}

export function PeopleHead({ title, styles }: { title: string; styles: string }) {
  return (
    <DocumentHead title={`${title} · Trilha`} styles={styles}>
      <meta name="robots" content="noindex" />
    </DocumentHead>
  );
}

type DocumentHeadProps = { title: string; styles: string; children?: ReactNode };

function DocumentHead({ title, styles, children }: DocumentHeadProps) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {children}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <meta name="theme-color" content="#fff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#000" media="(prefers-color-scheme: dark)" />
      <style>{styles}</style>
    </head>
  );
}

/** JSON-LD (schema.org). Escapes "<", which could end the script element. */
function personOf(user: PublicPage['user'], url: string): string {
  const person = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name: user.name,
      description: user.bio,
      url,
      ...(user.avatar_url !== null && { image: user.avatar_url }),
      ...(leadsToWeb(user.contact) && { sameAs: [user.contact] }),
      ...(user.techs.length > 0 && { knowsAbout: user.techs.map(({ title }) => title) }),
    },
  };
  return JSON.stringify(person).replaceAll('<', String.raw`\u003c`);
}

function countOf({ techs }: PublicPage['user']): string {
  return plural(techs.length, 'tecnologia');
}

function descriptionOf(user: PublicPage['user']): string {
  const words = user.bio.replaceAll(/\s+/g, ' ');
  const short = shortened(words, DESCRIPTION_LENGTH);
  return short === words ? words : short.replace(/\s\S*…$/, '…');
}

function versionOf(user: PublicPage['user']): string {
  const times = [user.updated_at, ...user.techs.map(({ updated_at }) => updated_at)].map((time) => Date.parse(time));
  // Avatar file names are random, so a part of the name identifies the image.
  const avatar = user.avatar_url?.slice(-9, -5) ?? '';
  return `${Math.max(...times).toString(36)}-${user.techs.length}${avatar}`;
}
