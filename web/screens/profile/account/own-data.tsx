import { useState } from 'react';
import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { CallButton } from '../../../components/forms/call-button.tsx';
import { Button } from '../../../components/button.tsx';
import { toast } from '../../../components/toast.ts';
import { saveResponse } from '../../../components/secondary/save-as.ts';
import { useAction } from '../../../shell/signed-in/use-action.ts';
import { Actions, Section } from '../section.tsx';
import styles from './own-data.module.css';
import { RemoveAccount } from './remove-account.tsx';

const FILE_NAME = 'trilha-meus-dados.json';

async function call(token: string) {
  await saveResponse(await api.exportProfile(token), FILE_NAME);
}

function done() {
  toast.success('Seus dados foram baixados');
}

export function OwnData({ user }: { user: OwnUser }) {
  const [removing, setRemoving] = useState(false);
  const download = useAction({ call, done, failed: 'Não foi possível baixar os dados' });

  return (
    <Section
      anchor="copia"
      title="Seus dados"
      lead={
        <>
          São seus: leve uma cópia ou apague tudo quando quiser. Mais sobre isso em{' '}
          <Link to={PAGES.privacy.path}>Privacidade</Link>.
        </>
      }
    >
      <div className={styles.choice}>
        <p>Um arquivo com tudo o que guardamos sobre você, para ler ou levar para outro lugar.</p>
        <Actions>
          <CallButton tone="quiet" call={download} words="Baixando…" onClick={() => download.start()}>
            Baixar meus dados
          </CallButton>
        </Actions>
      </div>
      <div className={styles.choice}>
        <p>A conta e tudo o que há nela, de uma vez e para sempre.</p>
        <Actions>
          <Button tone="danger" onClick={() => setRemoving(true)}>
            Apagar minha conta
          </Button>
        </Actions>
      </div>
      {removing && <RemoveAccount user={user} onClose={() => setRemoving(false)} />}
    </Section>
  );
}
