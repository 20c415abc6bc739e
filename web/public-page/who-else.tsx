import { storedSpelling } from '#contract/public/known-technologies.ts';
import { peoplePath } from '#contract/public/people.ts';
import styles from './who-else.module.css';

/** Links to the people who know a technology. Renders nothing for a title that the search cannot find. */
export function WhoElse({ title }: { title: string }) {
  if (storedSpelling(title) === '') return null;
  return (
    <a className={styles.link} href={peoplePath({ technologies: [title] })} aria-label={`Quem mais sabe ${title}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <use href="#pessoas" />
      </svg>
    </a>
  );
}

/** The icon of all `WhoElse` on the page. */
export function WhoElseIcon() {
  return (
    <svg className={styles.source} aria-hidden="true">
      <path
        id="pessoas"
        d="M15 20v-1.5a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4V20M8.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M22 20v-1.5a4 4 0 0 0-3-3.85M16 4.15a3.5 3.5 0 0 1 0 6.7"
      />
    </svg>
  );
}
