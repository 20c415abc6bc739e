import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicPage } from '#contract/public/page.ts';
import '../fonts.css';
import '../theme.css';
import { Head } from './head.tsx';
import { Profile } from './profile.tsx';

/** The whole document, complete without any script. Runs in the server, which has it built. */
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
