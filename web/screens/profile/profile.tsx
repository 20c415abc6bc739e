import { Link, useOutletContext } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import type { Session } from '../../session.ts';
import { ExpiredSession } from '../../shell/expired-session.tsx';
import { Header } from '../../shell/header.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { ScreenCache } from '../../shell/screen-cache.tsx';
import { Details } from './account/details.tsx';
import { useOwnProfile, type OwnProfile } from './own-profile.ts';
import { OwnData } from './account/own-data.tsx';
import { Password } from './account/password.tsx';
import { Picture } from './visibility/avatar-section.tsx';
import styles from './profile.module.css';
import { Sessions } from './account/sessions.tsx';
import { Visibility } from './visibility/visibility.tsx';
import { Works } from './works/works.tsx';

/** Everything about the person themselves: what is held, who sees it, and how to take it along or away. */
export function Profile() {
  const session = useOutletContext<Session>();
  return (
    <ScreenCache>
      {/* Another tab's login is another session: nothing of this one stays. */}
      <ProfileScreen key={session.token} token={session.token} />
    </ScreenCache>
  );
}

function ProfileScreen({ token }: { token: string }) {
  const { query, profile, expired } = useOwnProfile(token);
  const failed = query.isError && !expired;
  return (
    <>
      <title>Meu perfil · Trilha</title>
      <Header token={token} />
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        <div className={styles.band}>
          <PageHeading>Meu perfil</PageHeading>
          <Link to={PAGES.dashboard.path}>Voltar às tecnologias</Link>
        </div>
        <div className={styles.notice}>{expired && <ExpiredSession />}</div>
        {failed && <LoadFailure what="o seu perfil" retrying={query.isFetching} onRetry={() => void query.refetch()} />}
        {profile === undefined && !query.isError && <Loading />}
        {profile && <Sections profile={profile} />}
      </main>
    </>
  );
}

function Sections({ profile }: { profile: OwnProfile }) {
  return (
    <div className={styles.sections}>
      <Details profile={profile} />
      <Picture profile={profile} />
      <Works profile={profile} />
      <Visibility profile={profile} />
      <Password profile={profile} />
      <Sessions profile={profile} />
      <OwnData profile={profile} />
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.sections} aria-busy="true">
      <p className="sr-only" role="status">
        Carregando o seu perfil
      </p>
      {[18, 9, 13].map((height) => (
        <div key={height} className={styles.loading} style={{ height: `${height}rem` }} aria-hidden="true" />
      ))}
    </div>
  );
}
