import { encode } from 'uqr';
import styles from './sharing.module.css';

const QUIET_ZONE = 4;

function draw(address: string) {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, dark };
}

export function QrCode({ address, label }: { address: string; label: string }) {
  const { size, dark } = draw(address);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={dark} />
    </svg>
  );
}

export function qrCodeFile(address: string): Blob {
  const { size, dark } = draw(address);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>`,
  ].join('');
  return new Blob([svg], { type: 'image/svg+xml' });
}
