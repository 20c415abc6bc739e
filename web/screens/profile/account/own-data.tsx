import { useState } from 'react';
import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import { Button } from '../../../components/button.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import * as api from '../api.ts';
import { Download } from '../download.tsx';
import { Option, Section } from '../section.tsx';
import { RemoveAccount } from './remove-account.tsx';

const TOASTS = { done: 'Seus dados foram baixados', failed: 'Não foi possível baixar os dados' };

export function OwnData({ user }: { user: OwnUser }) {
  const [removing, setRemoving] = useState(false);

  return (
    <Section
      anchor="copia"
      lead={
        <>
          São seus: leve uma cópia ou apague tudo quando quiser. Mais sobre isso em{' '}
          <Link to={PAGES.privacy.path}>Privacidade</Link>.
        </>
      }
    >
      <Option about="Um arquivo com tudo o que guardamos sobre você, para ler ou levar para outro lugar.">
        <Download request={api.exportProfile} fileName="trilha-meus-dados.json" toasts={TOASTS}>
          Baixar meus dados
        </Download>
      </Option>
      <Option about="A conta e tudo o que há nela, de uma vez e para sempre.">
        <Actions>
          <Button tone="danger" onClick={() => setRemoving(true)}>
            Apagar minha conta
          </Button>
        </Actions>
      </Option>
      {removing && <RemoveAccount user={user} onClose={() => setRemoving(false)} />}
    </Section>
  );
}
