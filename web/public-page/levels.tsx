import { type Level, LEVELS, levelOf } from '#contract/choices.ts';
import { countWorks } from '#contract/public/works.ts';
import { groupTechnologiesByLevel, type PublicPage } from '#contract/public/page.ts';
import type { Technology } from '#contract/technology.ts';
import { LEVEL_MEANINGS } from '../level-meanings.ts';
import { Count } from './count-badge.tsx';
import styles from './levels.module.css';
import { Logo } from './logo.tsx';
import { ProjectsLink } from './projects.tsx';
import { WhoElse, WhoElseIcon } from './who-else.tsx';

type Works = PublicPage['user']['works'];
type LevelsProps = { technologies: Technology[]; works: Works; logoOf: PublicPage['logoOf'] };

export function Levels({ technologies, works, logoOf }: LevelsProps) {
  const workCounts = countWorks(works);
  return (
    <section aria-labelledby="tecnologias">
      <h2 id="tecnologias">
        Tecnologias <Count items={technologies} />
      </h2>
      {technologies.length === 0 && <p className={styles.none}>A trilha está começando: ainda sem tecnologias.</p>}
      <WhoElseIcon />
      <ol className={styles.levels}>
        {groupTechnologiesByLevel(technologies).map(({ label, step, technologies: members }) => (
          <li key={label} className={styles.level} data-step={step ?? 0}>
            <h3>
              {label}
              {step !== undefined && <Meter label={label} step={step} />}
              <Count items={members} />
            </h3>
            <Meaning level={levelOf(label)} />
            <ul className={styles.technologies}>
              {members.map((technology) => (
                <li key={technology.id}>
                  <Logo technology={technology} logoOf={logoOf} />
                  <ProjectsLink technology={technology} count={workCounts.get(technology.id)}>
                    <bdi>{technology.title}</bdi>
                  </ProjectsLink>
                  <WhoElse title={technology.title} />
                  {step === undefined && <bdi className={styles.status}>{technology.status}</bdi>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Meaning({ level }: { level: Level | undefined }) {
  return level && <p className={styles.meaning}>{LEVEL_MEANINGS[level]}</p>;
}

function Meter({ label, step }: { label: string; step: number }) {
  return (
    <span
      className={styles.meter}
      role="meter"
      aria-label={`Nível ${label}`}
      aria-valuemin={0}
      aria-valuemax={LEVELS.length}
      aria-valuenow={step}
      aria-valuetext={`${step} de ${LEVELS.length}`}
    >
      {LEVELS.map((level, index) => (
        <i key={level} data-on={index < step || undefined} />
      ))}
    </span>
  );
}
