import { Link } from 'wouter';
import { DOCS_PATH, PAGES, PEOPLE_PATH } from '#contract/pages.ts';
import { BASE } from '../../api.ts';

export function QuietLinks() {
  return (
    <>
      <a href={BASE + PEOPLE_PATH}>Pessoas</a>
      <Link to={PAGES.privacy.path}>Privacidade</Link>
      <Link to={PAGES.accessibility.path}>Acessibilidade</Link>
      <a href={BASE + DOCS_PATH}>API</a>
    </>
  );
}
