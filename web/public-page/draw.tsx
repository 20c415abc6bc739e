import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicPage } from '#contract/public/page.ts';
import type { PeoplePage } from '#contract/public/people.ts';
import '../fonts.css';
import '../theme.css';
import './theme.css';
import { Head, MissingHead, PeopleHead } from './head.tsx';
import { Missing } from './missing.tsx';
import { People, titleOf } from './people.tsx';
import { Profile } from './profile.tsx';

/** Renders the whole document, which needs no script. The server imports the build of this module. */
export function draw(page: PublicPage, styles: string): string {
  return documentOf(<Head {...page} styles={styles} />, <Profile {...page} />);
}

/** Renders the page of a handle without a public profile. */
export function drawMissing(styles: string): string {
  return documentOf(<MissingHead styles={styles} />, <Missing />);
}

/** Renders the people who know some technologies. */
export function drawPeople(page: PeoplePage, styles: string): string {
  return documentOf(<PeopleHead title={titleOf(page.search)} styles={styles} />, <People {...page} />);
}

function documentOf(head: ReactNode, body: ReactNode): string {
  const document = (
    <html lang="pt-BR">
      {head}
      <body>{body}</body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}
