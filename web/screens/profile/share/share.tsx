import { publicPath } from '#contract/public/handle.ts';
import type { OwnUser } from '#contract/user.ts';
import { BASE } from '../../../api.ts';
import { pageHandle } from '../own-profile.ts';
import { Section } from '../section.tsx';
import { FeaturedTechnologies } from './featured.tsx';
import { BadgePictures, CardPicture, LinkPicture } from './pictures.tsx';
import { QrCodePart } from './qr-code.tsx';

export function Share({ user }: { user: OwnUser }) {
  const handle = pageHandle(user);
  return (
    <Section anchor="compartilhar" lead="Para o README do seu GitHub, ou para o papel.">
      {handle === null ? <Requirement /> : <ShareOptions user={user} handle={handle} />}
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
      <QrCodePart address={page} name={`trilha-${handle}.svg`} />
    </div>
  );
}

function Requirement() {
  return (
    <p className="small">
      Para compartilhar, primeiro ligue <a href="#pagina">sua página</a>.
    </p>
  );
}
