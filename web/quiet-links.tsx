import { Link } from 'react-router';

/** What the specification does not have, below the card of a form. */
export function QuietLinks() {
  return <Link to="/acessibilidade">Acessibilidade</Link>;
}
