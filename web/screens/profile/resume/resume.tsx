import { useId, useState } from 'react';
import type { ResumeImport } from '#contract/resume.ts';
import * as api from '../../../api.ts';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { Download } from '../download.tsx';
import { FileButton } from '../file-button.tsx';
import { Actions, Option, Section } from '../section.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { problemOf, readResume } from './reading.ts';
import styles from './resume.module.css';

const TOASTS = { done: 'Seu currículo foi baixado', failed: 'Não foi possível baixar o currículo' };

type PlannedImport = { resume: object; plan: ResumeImport };

export function ResumeSection() {
  return (
    <Section
      anchor="curriculo"
      lead="As suas tecnologias e os seus projetos no formato JSON Resume, que outros sites também leem."
    >
      <Option about="Um arquivo para mostrar ou levar para outro lugar. O seu email e a sua foto não vão nele.">
        <Download request={api.exportResume} fileName="trilha-curriculo.json" toasts={TOASTS}>
          Baixar currículo (JSON Resume)
        </Download>
      </Option>
      <Upload />
    </Section>
  );
}

async function planImport(token: string, resume: object): Promise<PlannedImport> {
  return { resume, plan: await api.importResume(token, resume, { apply: false }) };
}

function Upload() {
  const note = useId();
  const [problem, setProblem] = useState<string>();
  const [planned, setPlanned] = useState<PlannedImport>();
  const reading = useAction({ call: planImport, done: setPlanned, failed });

  function failed(error: unknown) {
    const fileProblem = problemOf(error);
    setProblem(fileProblem);
    if (fileProblem === undefined) toast.error('Não foi possível ler o currículo');
  }

  async function choose(file: File) {
    const result = await readResume(file);
    setProblem('problem' in result ? result.problem : undefined);
    if ('resume' in result) reading.run(result.resume);
  }

  return (
    <Option about="Um currículo nesse formato, para trazer as tecnologias, os projetos, a bio e o contato. Tecnologias e projetos nunca são apagados.">
      <Actions>
        <FileButton
          label="Arquivo do currículo"
          accept=".json,application/json"
          aria-describedby={note}
          pending={reading.pending}
          onChoose={(file) => void choose(file)}
        >
          Importar currículo
        </FileButton>
        <PendingStatus call={reading} />
      </Actions>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''} role="status">
        {problem ?? 'Antes de salvar, você vê o que entra e o que muda.'}
      </p>
      {planned && <ImportDialog {...planned} onClose={() => setPlanned(undefined)} />}
    </Option>
  );
}
