import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicPage } from '#contract/public/page.ts';
import '../fonts.css';
import '../theme.css';
import { Head } from './head.tsx';
import { Profile } from './profile.tsx';

/** Renders the whole document, which needs no script. The server imports the build of this module. */
export function draw(page: PublicPage, styles: string): string {
  const document = (
    <html lang="pt-BR">
      <Head {...page} styles={styles} />
      <body>
        <Profile {...page} />
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}
