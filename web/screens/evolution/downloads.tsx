import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { toast } from '../../components/toast.ts';
import type { Evolution } from '../../evolution/timeline.ts';
import { saveAs } from '../../components/secondary/save-as.ts';
import styles from './evolution.module.css';
import { pictureOf } from './picture.tsx';
import { pngOf } from './pixels.ts';

const FILE_NAME = 'trilha-minha-evolucao';

export function Downloads({ evolution }: { evolution: Evolution }) {
  const [drawing, setDrawing] = useState(false);

  async function savePng() {
    setDrawing(true);
    try {
      saveAs(`${FILE_NAME}.png`, await pngOf(pictureOf(evolution)));
    } catch {
      toast.error('Não foi possível desenhar a imagem');
    } finally {
      setDrawing(false);
    }
  }

  return (
    <div className={styles.downloads}>
      <Button tone="quiet" pending={drawing} onClick={() => void savePng()}>
        Baixar imagem (PNG)
      </Button>
      <Button tone="quiet" onClick={() => saveAs(`${FILE_NAME}.svg`, pictureOf(evolution))}>
        Baixar imagem (SVG)
      </Button>
    </div>
  );
}
