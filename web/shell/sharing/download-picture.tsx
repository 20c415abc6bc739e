import { useCall } from '../../call.ts';
import { Button } from '../../components/button.tsx';
import { saveAs } from '../../components/secondary/save-as.ts';

type DownloadPictureProps = { draw: () => Promise<Blob>; fileName: string };

export function DownloadPicture({ draw, fileName }: DownloadPictureProps) {
  const drawing = useCall({
    call: draw,
    done: (png) => saveAs(fileName, png),
    failed: 'Não foi possível desenhar a imagem',
  });
  return (
    <Button tone="quiet" pending={drawing.pending} onClick={() => drawing.run()}>
      Baixar imagem (PNG)
    </Button>
  );
}
