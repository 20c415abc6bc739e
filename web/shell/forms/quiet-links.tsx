import { Link } from 'wouter';
import { DOCS_PATH, PAGES } from '#contract/pages.ts';
import { BASE } from '../../api.ts';

export function QuietLinks() {
  return (
    <>
      <Link to={PAGES.privacy.path}>Privacidade</Link>
      <Link to={PAGES.accessibility.path}>Acessibilidade</Link>
      <a href={`${BASE}${DOCS_PATH}`}>API</a>
    </>
  );
}
