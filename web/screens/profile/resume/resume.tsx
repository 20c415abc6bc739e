import { useId, useRef, useState } from 'react';
import type { ResumeImport } from '#contract/resume.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { saveResponse } from '../../../components/secondary/save-as.ts';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { failureToast } from '../failure-toast.ts';
import { Actions, Section } from '../section.tsx';
import { ImportPreview } from './import-preview.tsx';
import { problemOf, readResume } from './reading.ts';
import styles from './resume.module.css';

const downloadFailed = failureToast('Não foi possível baixar o currículo');
const readFailed = failureToast('Não foi possível ler o currículo');

type PreviewedResume = { resume: object; preview: ResumeImport };

export function ResumeSection() {
  return (
    <Section
      anchor="curriculo"
      title="Currículo"
      lead="As suas tecnologias e os seus projetos no formato JSON Resume, que outros sites também leem."
    >
      <Download />
      <Upload />
    </Section>
  );
}

function Download() {
  const { pending, slow, failure, start } = useAction({
    call: async (token: string) => saveResponse(await api.exportResume(token), 'trilha-curriculo.json'),
    done: () => toast.success('Seu currículo foi baixado'),
    failed: downloadFailed,
  });
  return (
    <div className={styles.choice}>
      <p>Um arquivo para mostrar ou levar para outro lugar. O seu email e a sua foto não vão nele.</p>
      <Actions>
        <Button tone="quiet" pending={pending} onClick={() => start()}>
          Baixar currículo (JSON Resume)
        </Button>
        <PendingStatus pending={pending} slow={slow} failure={failure} words="Baixando…" />
      </Actions>
    </div>
  );
}

async function previewImport(token: string, resume: object): Promise<PreviewedResume> {
  return { resume, preview: await api.importResume(token, resume, { apply: false }) };
}

function Upload() {
  const note = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [previewed, setPreviewed] = useState<PreviewedResume>();
  const { pending, slow, failure, start } = useAction({ call: previewImport, done: setPreviewed, failed });

  function failed(error: unknown) {
    const fileProblem = problemOf(error);
    setProblem(fileProblem);
    if (fileProblem === undefined) readFailed();
  }

  async function choose(fileInput: HTMLInputElement) {
    const file = fileInput.files?.[0];
    if (file === undefined) return;
    const result = await readResume(file);
    // Otherwise choosing the same file again fires no event.
    Object.assign(fileInput, { value: '' });
    setProblem('problem' in result ? result.problem : undefined);
    if ('resume' in result) start(result.resume);
  }

  return (
    <div className={styles.choice}>
      <p>
        Um currículo nesse formato, para trazer as tecnologias, os projetos, a bio e o contato. Tecnologias e projetos
        nunca são apagados.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Arquivo do currículo"
        onChange={(event) => void choose(event.target)}
      />
      <Actions>
        <Button tone="quiet" pending={pending} aria-describedby={note} onClick={() => input.current?.click()}>
          Importar currículo
        </Button>
        <PendingStatus pending={pending} slow={slow} failure={failure} />
      </Actions>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''} role="status">
        {problem ?? 'Antes de salvar, você vê o que entra e o que muda.'}
      </p>
      {previewed && <ImportPreview {...previewed} onClose={() => setPreviewed(undefined)} />}
    </div>
  );
}
