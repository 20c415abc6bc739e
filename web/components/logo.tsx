import logo from '../assets/logo.svg';

export function Logo({ height }: { height: number }) {
  return <img src={logo} alt="Trilha" width={height * 3.125} height={height} />;
}
