import { PUBLIC_COPY_MINUTES } from '#contract/limits.ts';
import { PEOPLE_PATH } from '#contract/pages.ts';
import { publicPath, suggestHandles } from '#contract/public/handle.ts';
import type { OwnUser, ProfileChange } from '#contract/user.ts';
import { ApiError, BASE, readProfile } from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { inWords } from '../../../components/secondary/number-words.ts';
import { joinNouns, publicNouns } from '../../../messages.ts';
import * as api from '../api.ts';
import { isPublic, pageHandle, SEARCHABLE, SHOWS_HISTORY } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { CopyText } from '../../../shell/sharing/copy-text.tsx';
import { Switch } from './switch.tsx';
import styles from './visibility.module.css';

/** The switch that makes the page, and the page's link. */
export function OwnPage({ user }: { user: OwnUser }) {
  return (
    <Section anchor="pagina" title={titleOf(user)} lead="O que você sabe e fez, em um link.">
      <Switch
        label="Perfil público"
        user={user}
        isOn={isPublic}
        change={(on) => ({ visibility: on ? 'public' : 'private' })}
        call={(token, change) => (change.visibility === 'public' ? publish(token) : api.changeProfile(token, change))}
        result={
          isPublic(user) && (
            <div className={styles.link}>
              <PageLink user={user} />
            </div>
          )
        }
        toasts={{ on: 'Seu perfil agora é público', off: 'Seu perfil agora é privado' }}
      >
        <Consequences user={user} />
      </Switch>
    </Section>
  );
}

const PUBLIC_DATA = joinNouns([
  'sua foto',
  ...Object.values(publicNouns).map(({ yours }) => yours),
  'seus projetos',
  'seu perfil na lista pública',
]);

function titleOf(user: OwnUser): string {
  if (isPublic(user) && user.handle === null) return 'Falta o endereço da sua página';
  return isPublic(user) ? 'Sua página está ligada' : 'Sua página está desligada';
}

function Consequences({ user }: { user: OwnUser }) {
  const hasPage = pageHandle(user) !== null;
  return (
    <>
      <p>{`${isPublic(user) ? 'Todos veem' : 'Se você ligar, todos passam a ver'} também ${PUBLIC_DATA}. Seu email nunca aparece.`}</p>
      <p>
        Quem {hasPage ? 'procura' : 'procurar'} uma das suas tecnologias em{' '}
        <a href={BASE + PEOPLE_PATH} target="_blank" rel="noopener">
          Pessoas
        </a>{' '}
        {hasPage ? 'encontra' : 'vai encontrar'} você.
      </p>
      {!isPublic(user) && <Restored user={user} />}
      <p>
        {`Ao desligar, o efeito aqui é imediato; cópias em navegadores duram até ${inWords(PUBLIC_COPY_MINUTES, 'minuto')} (a da foto, até um ano), e prévias em mensagens e buscadores podem demorar mais.`}
      </p>
    </>
  );
}

/** Names the switches that are hidden while the profile is private, but stay on. */
function Restored({ user }: { user: OwnUser }) {
  const names = [user.searchable && SEARCHABLE, user.shows_history && SHOWS_HISTORY].filter((name) => name !== false);
  if (names.length === 0) return null;
  const quoted = joinNouns(names.map((name) => `“${name}”`));
  return <p>{`${quoted} ${names.length === 1 ? 'continua ligado e volta' : 'continuam ligados e voltam'} a valer.`}</p>;
}

/** Publishes the profile, with the first free address that its name suggests unless it has one. */
async function publish(token: string): Promise<OwnUser> {
  // The address may have been chosen in another tab.
  const { name, handle } = await readProfile(token);
  const change: ProfileChange = { visibility: 'public' };
  for (const suggestion of handle === null ? suggestHandles(name) : []) {
    try {
      return await api.changeProfile(token, { ...change, handle: suggestion });
    } catch (error) {
      if (!(error instanceof ApiError && 'handle' in error.fields)) throw error;
    }
  }
  return api.changeProfile(token, change);
}

function PageLink({ user }: { user: OwnUser }) {
  const { handle } = user;
  if (handle === null) {
    return (
      <p className="small">
        Falta só o endereço: escolha um em <a href="#endereco">Endereço</a>.
      </p>
    );
  }
  const url = (BASE || window.location.origin) + publicPath(handle);
  const link = { title: `${user.name} · Trilha`, url };
  return (
    <CopyText label="Endereço da sua página" text={url} copy="Copiar link">
      <a className={styles.open} href={url} target="_blank" rel="noopener">
        Abrir minha página
      </a>
      {'share' in navigator && (
        <Button tone="quiet" onClick={() => void navigator.share(link).catch(() => undefined)}>
          Enviar link
        </Button>
      )}
    </CopyText>
  );
}
