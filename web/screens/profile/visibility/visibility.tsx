import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import { pageHandle, SEARCHABLE, SHOWS_HISTORY } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { PagePreview } from './page-preview.tsx';
import { Switch } from './switch.tsx';

export function Visibility({ user }: { user: OwnUser }) {
  return (
    <Section
      anchor="visibilidade"
      lead={
        <>
          Você decide. Mais sobre isso em <Link to={PAGES.privacy.path}>Privacidade</Link>.
        </>
      }
    >
      {pageHandle(user) !== null && (
        <>
          <Switch
            label={SEARCHABLE}
            user={user}
            isOn={({ searchable }) => searchable}
            change={(searchable) => ({ searchable })}
            toasts={{ on: 'Buscadores podem mostrar sua página', off: 'Buscadores ficam de fora' }}
          >
            <p>Desligado, pedimos ao Google e aos outros que não mostrem sua página.</p>
          </Switch>
          <Switch
            label={SHOWS_HISTORY}
            user={user}
            isOn={({ shows_history }) => shows_history}
            change={(on) => ({ shows_history: on })}
            toasts={{ on: 'Sua página mostra sua evolução', off: 'A evolução é só sua de novo' }}
          >
            <p>
              A partir do segundo dia, quantas tecnologias você tinha em cada nível. As que você excluiu contam, mas sem
              o nome. Desligado, só você vê <Link to={PAGES.evolution.path}>sua evolução</Link>.
            </p>
          </Switch>
        </>
      )}
      <PagePreview user={user} />
    </Section>
  );
}
