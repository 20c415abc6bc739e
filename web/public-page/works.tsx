import type { PublicPage } from '#contract/public/page.ts';
import type { Technology } from '#contract/technology.ts';
import { Address } from './address.tsx';
import { Count } from './count-badge.tsx';
import styles from './public-works.module.css';

export function workAnchor(id: string): string {
  return `projeto-${id}`;
}

export function Works({ works, technologies }: { works: PublicPage['user']['works']; technologies: Technology[] }) {
  if (works.length === 0) return null;
  return (
    <section aria-labelledby="projetos">
      <h2 id="projetos">
        Projetos <Count items={works} />
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
            <TechnologyTitles
              titles={technologies.filter(({ id }) => work.technologies.includes(id)).map(({ title }) => title)}
            />
            <p className={styles.link}>
              <Address url={work.deploy_url} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TechnologyTitles({ titles }: { titles: string[] }) {
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
