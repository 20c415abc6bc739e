import type { ReactNode } from 'react';
import type { PublicPage } from '#contract/public/page.ts';
import type { Technology } from '#contract/technology.ts';
import { inPageOrder } from '#contract/public/works.ts';
import { plural } from '../components/plural.ts';
import { leadsToWeb, WebLink } from '../components/profile/web-link.tsx';
import { Address, shortAddress } from './address.tsx';
import { Count } from './count-badge.tsx';
import { Logo } from './logo.tsx';
import styles from './projects.module.css';

type ProjectsProps = {
  works: PublicPage['user']['works'];
  technologies: Technology[];
  logoOf: PublicPage['logoOf'];
};

export function Projects({ works, technologies, logoOf }: ProjectsProps) {
  if (works.length === 0) return null;
  const projects = inPageOrder(works);
  const used = technologies.map(({ id, title }) => {
    const positions = projects.flatMap((work, index) => (work.technologies.includes(id) ? [index + 1] : []));
    return { id, title, positions };
  });
  return (
    <section aria-labelledby="projetos">
      <h2 id="projetos">
        Projetos <Count items={works} />
      </h2>
      <ul className={styles.projects}>
        {projects.map(({ id, title, description, deploy_url, repository_url }, index) => (
          <li key={id}>
            {used
              .filter(({ positions }) => positions[0] === index + 1)
              .map((technology) => (
                <Mark key={technology.id} {...technology} />
              ))}
            <h3>
              <bdi>{title}</bdi>
            </h3>
            <p className={styles.description} dir="auto">
              {description}
            </p>
            <UsedTechnologies
              technologies={used.filter(({ positions }) => positions.includes(index + 1))}
              logoOf={logoOf}
            />
            <p className={styles.links}>
              <ProjectLink words="Ver projeto" title={title} url={deploy_url} />
              {repository_url !== null && <ProjectLink words="Ver código" title={title} url={repository_url} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The target of a technology's link, in its first project. The style sheet marks the projects at `positions`. */
function Mark({ id, title, positions }: { id: string; title: string; positions: number[] }) {
  return (
    <p id={markOf(id)} className={styles.mark} data-positions={positions.join(' ')}>
      <bdi>{title}</bdi>: {plural(positions.length, 'projeto')}
    </p>
  );
}

function markOf(id: string): string {
  return `projetos-${id}`;
}

type ProjectsLinkProps = { technology: Technology; count: number | undefined; children: ReactNode };

/** Makes a technology a link to its projects, if it has any. */
export function ProjectsLink({ technology: { id, title }, count, children }: ProjectsLinkProps) {
  if (count === undefined) return children;
  const projects = plural(count, 'projeto');
  return (
    <a className={styles.proof} href={`#${markOf(id)}`} aria-label={`${title}: ${projects}`}>
      {children} <span>{projects}</span>
    </a>
  );
}

type UsedProps = { technologies: ReadonlyArray<Pick<Technology, 'id' | 'title'>>; logoOf: PublicPage['logoOf'] };

function UsedTechnologies({ technologies, logoOf }: UsedProps) {
  if (technologies.length === 0) return null;
  return (
    <ul className={styles.technologies} aria-label="Tecnologias usadas">
      {technologies.map((technology) => (
        <li key={technology.id}>
          <Logo technology={technology} logoOf={logoOf} again />
          <bdi>{technology.title}</bdi>
        </li>
      ))}
    </ul>
  );
}

function ProjectLink({ words, title, url }: { words: string; title: string; url: string }) {
  if (!leadsToWeb(url)) return <Address url={url} />;
  return (
    <WebLink address={url} label={`${words}: ${title}`}>
      <span className={styles.words}>{words}</span>
      <bdi className={styles.printed}>{shortAddress(url)}</bdi>
    </WebLink>
  );
}
