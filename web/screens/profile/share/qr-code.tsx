import { encode } from 'uqr';
import { Button } from '../../../components/button.tsx';
import { saveAs } from '../../../components/secondary/save-as.ts';
import { Actions } from '../section.tsx';
import { Part } from './pictures.tsx';
import styles from './share.module.css';

const QUIET_ZONE = 4;

export function QrCode({ address, name }: { address: string; name: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

  function download() {
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>`,
    ].join('');
    saveAs(name, new Blob([svg], { type: 'image/svg+xml' }));
  }

  return (
    <Part title="QR code" about="Leva à sua página: para imprimir ou mostrar na tela.">
      <svg
        className={styles.code}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code da sua página"
      >
        <path d={dark} />
      </svg>
      <Actions>
        <Button tone="quiet" onClick={download}>
          Baixar QR code
        </Button>
      </Actions>
    </Part>
  );
}
