import type { MouseEvent } from 'react';
import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import { Skeleton } from '../../components/secondary/skeleton.tsx';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { Loaded } from '../../shell/signed-in/load-failure.tsx';
import { Page } from '../../shell/page.tsx';
import { withScreenCache } from '../../shell/signed-in/screen-cache.tsx';
import { Activity } from './account/activity.tsx';
import { Details } from './account/details.tsx';
import { OwnData } from './account/own-data.tsx';
import { Password } from './account/password.tsx';
import { Sessions } from './account/sessions.tsx';
import { pageHandle, useOwnProfile } from './own-profile.ts';
import styles from './profile.module.css';
import { ResumeSection } from './resume/resume.tsx';
import { Section, SECTIONS } from './section.tsx';
import { Share } from './share/share.tsx';
import { AvatarSection } from './visibility/avatar-section.tsx';
import { UnsavedGuard } from './unsaved.tsx';
import { Visibility } from './visibility/visibility.tsx';
import { Works } from './works/works.tsx';

export const Profile = withScreenCache(ProfileScreen);

function ProfileScreen() {
  const skeleton = <Skeleton words="Carregando o seu perfil" heights={[18, 9, 13]} />;
  return (
    <Page heading="Meu perfil">
      <div className={styles.notice}>
        <ExpiredSession />
      </div>
      <Loaded query={useOwnProfile()} what="o seu perfil" skeleton={skeleton}>
        {(user) => (
          <UnsavedGuard>
            <Sections user={user} />
          </UnsavedGuard>
        )}
      </Loaded>
    </Page>
  );
}

function Sections({ user }: { user: OwnUser }) {
  return (
    <>
      <nav className={styles.links} aria-label="Partes da página">
        {Object.entries(SECTIONS).map(([anchor, name]) => (
          <a key={anchor} href={`#${anchor}`} onClick={(event) => goTo(anchor, event)}>
            {name}
          </a>
        ))}
      </nav>
      <div className={styles.sections}>
        <Details user={user} />
        <AvatarSection user={user} />
        <Works works={user.works} technologies={user.techs} />
        <EvolutionLink user={user} />
        <ResumeSection user={user} />
        <Visibility user={user} />
        <Share user={user} />
        <Password user={user} />
        <Sessions />
        <Activity />
        <OwnData user={user} />
      </div>
    </>
  );
}

function EvolutionLink({ user }: { user: OwnUser }) {
  const isPublished = user.shows_history && pageHandle(user) !== null;
  const audience = isPublished ? 'Na sua página aparece só quantas você tinha em cada nível.' : 'Só você vê.';
  return (
    <Section anchor="evolucao" lead={`Quando cada tecnologia entrou na sua lista e mudou de nível. ${audience}`}>
      <p className={styles.evolution}>
        <Link to={PAGES.evolution.path}>Ver a minha evolução</Link>
      </p>
    </Section>
  );
}

/** Uses `replaceState`, so that Back leaves the page instead of returning to another section. */
function goTo(anchor: string, event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(history.state, '', `#${anchor}`);
  const section = document.getElementById(anchor);
  section?.scrollIntoView();
  section?.querySelector('h2')?.focus({ preventScroll: true });
}
