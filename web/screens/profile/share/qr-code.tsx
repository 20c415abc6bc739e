import { Button } from '../../../components/button.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { saveAs } from '../../../components/secondary/save-as.ts';
import { QrCode, qrCodeFile } from '../../../shell/sharing/qr-code.tsx';
import { Part } from './pictures.tsx';

export function QrCodePart({ address, name }: { address: string; name: string }) {
  return (
    <Part title="QR code" about="Leva à sua página: para imprimir ou mostrar na tela.">
      <QrCode address={address} label="QR code da sua página" />
      <Actions>
        <Button tone="quiet" onClick={() => saveAs(name, qrCodeFile(address))}>
          Baixar QR code
        </Button>
      </Actions>
    </Part>
  );
}
