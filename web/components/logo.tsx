import logo from '../assets/logo.svg';
import './logo.css';

export function Logo({ height }: { height: number }) {
  return <img className="logo" src={logo} alt="Trilha" width={height * 3.125} height={height} />;
}
