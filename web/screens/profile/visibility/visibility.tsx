import { Link } from 'wouter';
import { PUBLIC_COPY_MINUTES } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import { joinNouns, publicNouns } from '../../../messages.ts';
import { inWords } from '../../../components/secondary/number-words.ts';
import { pageHandle } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { Address } from './address.tsx';
import { ProfileSummary } from './profile-summary.tsx';
import { Switch } from './switch.tsx';
import styles from './visibility.module.css';

export function Visibility({ user }: { user: OwnUser }) {
  return (
    <Section
      anchor="visibilidade"
      lead="Quem tem o identificador (id) da sua conta sempre vê o seu nome, o seu módulo e as suas tecnologias. O resto é você quem decide."
    >
      <PublicSwitch user={user} />
      {pageHandle(user) !== null && (
        <>
          <Switch
            label="Aparecer em buscadores"
            user={user}
            isOn={({ searchable }) => searchable}
            change={(searchable) => ({ searchable })}
            toasts={{ on: 'Buscadores podem mostrar a sua página', off: 'Buscadores ficam de fora' }}
          >
            <p>
              Ligado, buscadores como o Google podem mostrar a sua página. Desligado, pedimos a eles que não mostrem.
            </p>
          </Switch>
          <Switch
            label="Mostrar a minha evolução"
            user={user}
            isOn={({ shows_history }) => shows_history}
            change={(on) => ({ shows_history: on })}
            toasts={{ on: 'A sua página mostra a sua evolução', off: 'A evolução é só sua de novo' }}
          >
            <p>
              Ligado, a sua página mostra quantas tecnologias você tinha em cada nível, a partir do segundo dia. As que
              você excluiu contam, mas sem o nome. Desligado, só você vê a{' '}
              <Link to={PAGES.evolution.path}>sua evolução</Link>.
            </p>
          </Switch>
        </>
      )}
      <Address user={user} />
      <div className={styles.summaries}>
        <h3>Como os outros veem</h3>
        <div className={styles.row}>
          <ProfileSummary caption="Agora" user={user} visibility={user.visibility} />
          {!isPublic(user) && <ProfileSummary caption="Com o perfil público" user={user} visibility="public" />}
        </div>
      </div>
    </Section>
  );
}

function isPublic({ visibility }: OwnUser): boolean {
  return visibility === 'public';
}

function PublicSwitch({ user }: { user: OwnUser }) {
  return (
    <Switch
      label="Perfil público"
      user={user}
      isOn={isPublic}
      change={(on) => ({ visibility: on ? 'public' : 'private' })}
      toasts={{ on: 'Seu perfil agora é público', off: 'Seu perfil agora é privado' }}
    >
      <p>{isPublic(user) ? 'Com o perfil público, todos veem também:' : 'Se você ligar, todos passam a ver também:'}</p>
      <ul>
        <li>a sua foto</li>
        <li>{joinNouns(Object.values(publicNouns).map(({ yours }) => yours))}</li>
        <li>os seus projetos</li>
        <li>você na lista de perfis públicos da API</li>
        <li>a sua página, se ela tiver um endereço</li>
      </ul>
      <p>
        {`O seu email nunca aparece. Você pode desligar quando quiser: aqui o efeito é imediato. Navegadores podem guardar uma cópia por até ${inWords(PUBLIC_COPY_MINUTES, 'minuto')}; prévias em mensagens e resultados de buscadores podem demorar mais.`}
      </p>
    </Switch>
  );
}
