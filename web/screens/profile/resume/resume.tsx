import { useId, useState } from 'react';
import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { publicPath } from '#contract/public/handle.ts';
import type { OwnUser } from '#contract/user.ts';
import { BASE } from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { useOpenDialog } from '../../../components/dialogs/open-dialog.ts';
import { PendingStatus } from '../../../components/pending.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { toast } from '../../../components/toast.ts';
import { useAction } from '../../../shell/signed-in/calls.tsx';
import * as api from '../api.ts';
import { Download } from '../download.tsx';
import { FileButton } from '../file-button.tsx';
import { pageHandle } from '../own-profile.ts';
import { Option, Section } from '../section.tsx';
import { ImportDialog, planImport, type PlannedImport } from './import-dialog.tsx';
import { problemOf, readResume } from './reading.ts';
import styles from '../../../components/forms/note.module.css';

const TOASTS = { done: 'Seu currículo foi baixado', failed: 'Não foi possível baixar o currículo' };

export function ResumeSection({ user }: { user: OwnUser }) {
  return (
    <Section anchor="curriculo" lead="Sua página em PDF, e seus dados no formato de outros sites.">
      <PrintedPage handle={pageHandle(user)} />
      <Option
        title="Para outros sites"
        about="Suas tecnologias e seus projetos no formato JSON Resume. Seu email e sua foto não vão no arquivo."
      >
        <Download request={api.exportResume} fileName="trilha-curriculo.json" toasts={TOASTS}>
          Baixar currículo (JSON Resume)
        </Download>
      </Option>
      <Upload />
    </Section>
  );
}

function PrintedPage({ handle }: { handle: string | null }) {
  const title = 'Currículo em PDF';
  if (handle === null) {
    const ownPage = <Link to={PAGES.profile.path}>Minha página</Link>;
    return <Option title={title} about={<>O PDF é sua página pública: primeiro, ligue-a em {ownPage}.</>} />;
  }
  return (
    <Option
      title={title}
      about="Sua página abre pronta para imprimir. Na janela de impressão, escolha “Salvar como PDF”."
    >
      <Actions>
        <Button tone="quiet" onClick={() => printPage(`${BASE}${publicPath(handle)}`)}>
          Gerar currículo em PDF
        </Button>
      </Actions>
    </Option>
  );
}

function printPage(address: string): void {
  const page = window.open(address);
  page?.addEventListener('load', () => page.print());
}

function Upload() {
  const note = useId();
  const [problem, setProblem] = useState<string>();
  const { dialog: planned, open, close } = useOpenDialog<PlannedImport>();
  const reading = useAction({ call: planImport, done: open, failed });

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
      {planned && <ImportDialog planned={planned} onClose={close} />}
    </Option>
  );
}
