import { Link } from 'react-router';
import { BASE } from '../api.ts';

/** What the specification does not have, below the card of a form. */
export function QuietLinks() {
  return (
    <>
      <Link to="/privacidade">Privacidade</Link>
      <Link to="/acessibilidade">Acessibilidade</Link>
      <a href={`${BASE}/docs`}>API</a>
    </>
  );
}
