import { LOGO_SIDE, type PublicPage } from '#contract/public/page.ts';
import type { Technology } from '#contract/technology.ts';
import styles from './logo.module.css';

type LogoProps = { technology: Pick<Technology, 'id' | 'title'>; logoOf: PublicPage['logoOf']; again?: boolean };

/** Renders nothing for an unknown technology. `again` reuses the path of the first logo on the page. */
export function Logo({ technology: { id, title }, logoOf, again = false }: LogoProps) {
  const logo = logoOf(title);
  if (!logo) return null;
  const name = `logo-${id}`;
  return (
    <svg className={styles.logo} viewBox={`0 0 ${LOGO_SIDE} ${LOGO_SIDE}`} aria-hidden="true">
      {again ? <use href={`#${name}`} /> : <path id={name} d={logo.path} />}
    </svg>
  );
}
