import { publicPath } from '#contract/public/handle.ts';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { pageHandle } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { CopyText } from './copy-text.tsx';
import { FeaturedTechnologies } from './featured.tsx';
import { BadgePictures, CardPicture, LinkPicture, Part } from './pictures.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './share.module.css';

export function Share({ user }: { user: OwnUser }) {
  const handle = pageHandle(user);
  return (
    <Section anchor="compartilhar" lead="Mostre o que você sabe: por um link, no README do seu GitHub ou no papel.">
      {handle === null ? <Requirements user={user} /> : <ShareOptions user={user} handle={handle} />}
    </Section>
  );
}

function ShareOptions({ user, handle }: { user: OwnUser; handle: string }) {
  const origin = api.BASE || window.location.origin;
  const page = origin + publicPath(handle);
  const link = { title: `${user.name} · Trilha`, url: page };
  const pictures = { user, handle, origin, page };
  return (
    <>
      <Part title="Link">
        <CopyText label="Endereço da sua página" text={page} copy="Copiar link">
          {'share' in navigator && (
            <Button tone="quiet" onClick={() => void navigator.share(link).catch(() => undefined)}>
              Enviar link
            </Button>
          )}
        </CopyText>
      </Part>
      {user.techs.length > 0 && <FeaturedTechnologies user={user} />}
      <LinkPicture {...pictures} />
      <CardPicture {...pictures} />
      <BadgePictures {...pictures} />
      <QrCode address={page} name={`trilha-${handle}.svg`} />
    </>
  );
}

function Requirements({ user: { handle, visibility } }: { user: OwnUser }) {
  return (
    <div className={styles.missing}>
      <p>Para compartilhar, primeiro:</p>
      <ul>
        {handle === null && <li>escolha o endereço da sua página</li>}
        {visibility !== 'public' && <li>ligue “Perfil público”</li>}
      </ul>
      <p>
        Você faz isso em <a href="#visibilidade">Visibilidade</a>.
      </p>
    </div>
  );
}
