import { lastChange, type PublicPage } from '#contract/public/page.ts';
import type { Technology } from '#contract/technology.ts';
import { Avatar } from '../components/avatar.tsx';
import { Logo } from '../components/logo.tsx';
import { readable, WebLink } from '../components/web-link.tsx';
import { ago } from './ago.ts';
import { Evolution } from './evolution.tsx';
import { Levels, workAnchor } from './levels.tsx';
import styles from './public-profile.module.css';

// In letters: above it the name is set smaller.
const LONG_NAME = 28;
const LONGEST_LABEL = 60;

/** What everybody sees of a public profile. */
export function Profile({ user, origin, history, now }: PublicPage) {
  const changed = lastChange(user);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <a href="/" className={styles.home}>
          <Logo height={32} />
        </a>
        <p className={styles.address}>{`${origin.replace(/^https?:\/\//, '')}/u/${user.handle}`}</p>
      </header>
      <main>
        <Introduction user={user} />
        <Levels technologies={user.techs} works={user.works} />
        <Evolution history={history} now={now} />
        <Works works={user.works} technologies={user.techs} />
      </main>
      <footer className={styles.bottom}>
        <p>
          Atualizado <time dateTime={changed}>{ago(changed, now)}</time>
        </p>
        <p className={styles.invitation}>
          <a href="/">Faça a sua Trilha</a>
        </p>
      </footer>
    </div>
  );
}

function Introduction({ user }: Pick<PublicPage, 'user'>) {
  const { name, bio, contact } = user;
  return (
    <section className={styles.introduction} aria-label="Apresentação">
      <Avatar name={name} url={user.avatar_url && new URL(user.avatar_url).pathname} size="large" />
      <div className={styles.names}>
        <h1 data-long={Array.from(name).length > LONG_NAME || undefined}>
          <bdi>{name}</bdi>
        </h1>
        <p className={styles.module}>
          <bdi>{user.course_module}</bdi>
        </p>
        <p className={styles.contact}>
          <Address of={contact} />
        </p>
      </div>
      <p className={styles.bio} dir="auto">
        {bio}
      </p>
    </section>
  );
}

function Works({ works, technologies }: { works: PublicPage['user']['works']; technologies: Technology[] }) {
  if (works.length === 0) return null;
  return (
    <section aria-labelledby="projetos">
      <h2 id="projetos">
        Projetos <span className={styles.count}>{works.length}</span>
      </h2>
      <ul className={styles.works}>
        {works.map((work) => (
          <li key={work.id} id={workAnchor(work.id)}>
            <h3>
              <bdi>{work.title}</bdi>
            </h3>
            <p className={styles.description} dir="auto">
              {work.description}
            </p>
            <Shown titles={technologies.filter(({ id }) => work.technologies.includes(id)).map(({ title }) => title)} />
            <p className={styles.link}>
              <Address of={work.deploy_url} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shown({ titles }: { titles: string[] }) {
  if (titles.length === 0) return null;
  return (
    <ul className={styles.shown} aria-label="Tecnologias usadas">
      {titles.map((title) => (
        <li key={title}>
          <bdi>{title}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Address({ of: address }: { of: string }) {
  return (
    <WebLink address={address}>
      <bdi>{shortened(address)}</bdi>
    </WebLink>
  );
}

/** As people write an address: without scheme, "www." and the slash at the end, and no longer than a line. */
function shortened(address: string): string {
  const short = readable(address)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '');
  const letters = Array.from(short);
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join('')}…` : short;
}
