import { useState } from 'react';
import { Link } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { PendingStatus } from '../../../components/pending.tsx';
import { toast } from '../../../components/toast.ts';
import type { OwnProfile } from '../own-profile.ts';
import styles from './own-data.module.css';
import { RemoveAccount } from './remove-account.tsx';
import { Actions, Section } from '../section.tsx';
import { useAction } from '../use-action.ts';

const FILE_NAME = 'trilha-meus-dados.json';

export function OwnData({ profile }: { profile: OwnProfile }) {
  const { token, tell } = profile;
  const [removing, setRemoving] = useState(false);
  const { pending, slow, start } = useAction(save, 'Não foi possível baixar os dados', tell);

  async function save() {
    const { name = FILE_NAME, content } = await api.exportProfile(token);
    saveAs(name, content);
    toast.success('Seus dados foram baixados');
  }

  return (
    <Section
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
          <Button tone="quiet" pending={pending} onClick={start}>
            Baixar meus dados
          </Button>
          <PendingStatus pending={pending} slow={slow} />
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
      {removing && <RemoveAccount profile={profile} onClose={() => setRemoving(false)} />}
    </Section>
  );
}

/** Hands a file to the browser, as a click on a link to it would. */
function saveAs(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // The browser has taken what it needs once the click is over; some take a moment longer.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
