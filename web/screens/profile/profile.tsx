import { Redirect } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { withScreenCache } from '../../shell/signed-in/calls.tsx';
import { Details } from './details.tsx';
import { ACCOUNT_SECTIONS, PAGE_SECTIONS } from './section.tsx';
import { SectionedPage } from './sectioned-page.tsx';
import { Share } from './share/share.tsx';
import { Address } from './visibility/address.tsx';
import { AvatarSection } from './visibility/avatar-section.tsx';
import { OwnPage } from './visibility/own-page.tsx';
import { Visibility } from './visibility/visibility.tsx';
import { Works } from './works/works.tsx';

export const Profile = withScreenCache(ProfileScreen);

function ProfileScreen() {
  const moved = newAddress(location.hash.slice(1));
  if (moved !== undefined) return <Redirect to={moved} replace />;
  return (
    <SectionedPage heading="Minha página" what="sua página" sections={PAGE_SECTIONS}>
      {(user) => (
        <>
          <OwnPage user={user} />
          <AvatarSection user={user} />
          <Details user={user} />
          <Works works={user.works} technologies={user.techs} />
          <Address user={user} />
          <Visibility user={user} />
          <Share user={user} />
        </>
      )}
    </SectionedPage>
  );
}

/** The current URL of a section that used to be on this page, for old links. */
function newAddress(anchor: string): string | undefined {
  if (anchor === 'evolucao') return PAGES.evolution.path;
  return Object.hasOwn(ACCOUNT_SECTIONS, anchor) ? `${PAGES.account.path}#${anchor}` : undefined;
}
