import { Link } from 'wouter';
import { PUBLIC_COPY_MINUTES } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import { toast } from '../../../components/toast.ts';
import { inWords } from '../../../shell/secondary/number-words.ts';
import { failureToast } from '../failure-toast.ts';
import { pageHandle } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { Address } from './address.tsx';
import { Preview } from './preview.tsx';
import { Switch } from './switch.tsx';
import styles from './visibility.module.css';

const failed = failureToast('Não foi possível alterar a visibilidade');

export function Visibility({ user }: { user: OwnUser }) {
  const isPublic = user.visibility === 'public';
  return (
    <Section
      anchor="visibilidade"
      title="Visibilidade"
      lead="Quem tem o identificador (id) da sua conta sempre vê o seu nome, o seu módulo e as suas tecnologias. O resto é você quem decide."
    >
      <Publicity isPublic={isPublic} />
      {pageHandle(user) !== null && (
        <>
          <Searchability searchable={user.searchable} />
          <HistoryVisibility visible={user.shows_history} />
        </>
      )}
      <Address user={user} />
      <Previews user={user} isPublic={isPublic} />
    </Section>
  );
}

function Publicity({ isPublic }: { isPublic: boolean }) {
  return (
    <Switch
      label="Perfil público"
      on={isPublic}
      change={{ visibility: isPublic ? 'private' : 'public' }}
      done={({ visibility }) =>
        toast.success(visibility === 'public' ? 'Seu perfil agora é público' : 'Seu perfil agora é privado')
      }
      failed={failed}
    >
      <p>{isPublic ? 'Com o perfil público, todos veem também:' : 'Se você ligar, todos passam a ver também:'}</p>
      <ul>
        <li>a sua foto</li>
        <li>a sua bio e o seu contato</li>
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

function Searchability({ searchable }: { searchable: boolean }) {
  return (
    <Switch
      label="Aparecer em buscadores"
      on={searchable}
      change={{ searchable: !searchable }}
      done={(changed) =>
        toast.success(changed.searchable ? 'Buscadores podem mostrar a sua página' : 'Buscadores ficam de fora')
      }
      failed={failed}
    >
      <p>Ligado, buscadores como o Google podem mostrar a sua página. Desligado, pedimos a eles que não mostrem.</p>
    </Switch>
  );
}

function HistoryVisibility({ visible }: { visible: boolean }) {
  return (
    <Switch
      label="Mostrar a minha evolução"
      on={visible}
      change={{ shows_history: !visible }}
      done={(changed) =>
        toast.success(changed.shows_history ? 'A sua página mostra a sua evolução' : 'A evolução é só sua de novo')
      }
      failed={failed}
    >
      <p>
        Ligado, a sua página mostra quantas tecnologias você tinha em cada nível, a partir do segundo dia. As que você
        excluiu contam, mas sem o nome. Desligado, só você vê a <Link to={PAGES.evolution.path}>sua evolução</Link>.
      </p>
    </Switch>
  );
}

function Previews({ user, isPublic }: { user: OwnUser; isPublic: boolean }) {
  return (
    <div className={styles.previews}>
      <h3>Como os outros veem</h3>
      <div className={styles.row}>
        <Preview caption="Agora" user={user} visibility={user.visibility} />
        {!isPublic && <Preview caption="Com o perfil público" user={user} visibility="public" />}
      </div>
    </div>
  );
}
