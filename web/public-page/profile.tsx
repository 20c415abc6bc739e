import { lastChange, type PublicPage } from '#contract/public/page.ts';
import { PEOPLE_PATH } from '#contract/pages.ts';
import { plural } from '../components/plural.ts';
import { Avatar } from '../components/profile/avatar.tsx';
import { texts } from '../messages.ts';
import { Address } from './address.tsx';
import { ago } from './relative-date.ts';
import { Evolution } from './evolution.tsx';
import { Home } from './home.tsx';
import { Levels } from './levels.tsx';
import styles from './public-profile.module.css';
import { Projects } from './projects.tsx';

const LONG_NAME = 28;

export function Profile({ user, origin, history, logoOf, now }: PublicPage) {
  const changed = lastChange(user);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Home />
        <p className={styles.address}>{`${origin.replace(/^https?:\/\//, '')}/u/${user.handle}`}</p>
      </header>
      <main>
        <Introduction user={user} />
        <Levels technologies={user.techs} works={user.works} logoOf={logoOf} />
        <Evolution history={history} now={now} />
        <Projects works={user.works} technologies={user.techs} logoOf={logoOf} />
      </main>
      <footer className={styles.bottom}>
        <p>
          Atualizado <time dateTime={changed}>{ago(changed, now)}</time>
        </p>
        <p className={styles.invitation}>
          <a href={PEOPLE_PATH}>Encontre mais pessoas</a>
        </p>
        <p className={styles.invitation}>
          <a href="/">Faça a sua Trilha</a>
        </p>
      </footer>
    </div>
  );
}

function Introduction({ user }: Pick<PublicPage, 'user'>) {
  const { name, bio, contact, techs, works } = user;
  return (
    <section className={styles.introduction} aria-label="Apresentação">
      <Avatar name={name} url={user.avatar_url && new URL(user.avatar_url).pathname} size="large" />
      <div className={styles.names}>
        <h1 data-long={Array.from(name).length > LONG_NAME || undefined}>
          <bdi>{name}</bdi>
        </h1>
        <p className={styles.module}>
          {texts.signUp.courseModule}: <bdi>{user.course_module}</bdi>
        </p>
        <p className={styles.contact}>
          <Address url={contact} />
        </p>
      </div>
      <ul className={styles.counts}>
        {works.length > 0 && (
          <li>
            <a href="#projetos">{plural(works.length, 'projeto')}</a>
          </li>
        )}
        {techs.length > 0 && (
          <li>
            <a href="#tecnologias">{plural(techs.length, 'tecnologia')}</a>
          </li>
        )}
      </ul>
      <p className={styles.bio} dir="auto">
        {bio}
      </p>
    </section>
  );
}
