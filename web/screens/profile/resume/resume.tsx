import { useId, useRef, useState } from 'react';
import type { ResumeImport } from '#contract/resume.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/forms/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { saveResponse } from '../../../save-as.ts';
import { useAction } from '../../../shell/use-action.ts';
import { tellFailure } from '../failure-toast.ts';
import { Actions, Section } from '../section.tsx';
import { ImportPreview } from './import-preview.tsx';
import { readResume, refusalOf } from './reading.ts';
import styles from './resume.module.css';

const notSaved = tellFailure('Não foi possível baixar o currículo');
const notRead = tellFailure('Não foi possível ler o currículo');

type Read = { resume: object; planned: ResumeImport };

/** The resume of the user, out and in. */
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
    failed: notSaved,
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

async function preview(token: string, resume: object): Promise<Read> {
  return { resume, planned: await api.importResume(token, resume, { apply: false }) };
}

function Upload() {
  const note = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [read, setRead] = useState<Read>();
  const { pending, slow, failure, start } = useAction({ call: preview, done: setRead, failed });

  function failed(error: unknown) {
    const refusal = refusalOf(error);
    setProblem(refusal);
    if (refusal === undefined) notRead();
  }

  async function choose(chosen: HTMLInputElement) {
    const file = chosen.files?.[0];
    if (file === undefined) return;
    const found = await readResume(file);
    // Else choosing the same file again fires no event.
    Object.assign(chosen, { value: '' });
    setProblem('problem' in found ? found.problem : undefined);
    if ('resume' in found) start(found.resume);
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
      {read && <ImportPreview {...read} onClose={() => setRead(undefined)} />}
    </div>
  );
}
