import { publicPath } from '#contract/public/handle.ts';
import type { OwnUser } from '#contract/user.ts';
import { BASE } from '../../../api.ts';
import { Button } from '../../../components/button.tsx';
import { Actions } from '../../../components/secondary/actions.tsx';
import { saveAs } from '../../../components/secondary/save-as.ts';
import { QrCode, qrCodeFile } from '../../../shell/sharing/qr-code.tsx';
import { isPublic, pageHandle } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { FeaturedTechnologies } from './featured.tsx';
import { BadgePictures, CardPicture, LinkPicture, Part } from './pictures.tsx';

export function Share({ user }: { user: OwnUser }) {
  const handle = pageHandle(user);
  return (
    <Section anchor="compartilhar" lead="Cartão e selos para o README do seu GitHub, e um QR code para o papel.">
      {handle === null ? <Requirement user={user} /> : <ShareOptions user={user} handle={handle} />}
    </Section>
  );
}

function ShareOptions({ user, handle }: { user: OwnUser; handle: string }) {
  const origin = BASE || window.location.origin;
  const page = origin + publicPath(handle);
  const pictures = { user, handle, origin, page };
  return (
    <div>
      {user.techs.length > 0 && <FeaturedTechnologies user={user} />}
      <LinkPicture {...pictures} />
      <CardPicture {...pictures} />
      <BadgePictures {...pictures} />
      <Part title="QR code" about="Leva à sua página: para imprimir ou mostrar na tela.">
        <QrCode address={page} label="QR code da sua página" />
        <Actions>
          <Button tone="quiet" onClick={() => saveAs(`trilha-${handle}.svg`, qrCodeFile(page))}>
            Baixar QR code
          </Button>
        </Actions>
      </Part>
    </div>
  );
}

function Requirement({ user }: { user: OwnUser }) {
  return (
    <p className="small">
      Para compartilhar, primeiro{' '}
      {isPublic(user) ? (
        <>
          escolha o <a href="#endereco">endereço</a> da sua página
        </>
      ) : (
        <>
          ligue <a href="#pagina">sua página</a>
        </>
      )}
      .
    </p>
  );
}
