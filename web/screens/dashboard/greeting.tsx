import { levelOf } from '#contract/choices.ts';
import type { Technology } from '#contract/technology.ts';
import type { User } from '#contract/user.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { plural } from '../../components/plural.ts';
import styles from './greeting.module.css';

type Summary = Pick<User, 'name' | 'course_module' | 'techs'>;

export function Greeting({ user, failed }: { user: Summary | undefined; failed: boolean }) {
  const placeholder = (width: string) => !failed && <Loading width={width} />;
  return (
    <div className={styles.greeting} aria-busy={user === undefined && !failed}>
      <PageHeading>{user?.name ? `Olá, ${user.name}` : placeholder('9em') || 'Olá'}</PageHeading>
      <p>{user?.course_module ?? placeholder('14em')}</p>
      {user && user.techs.length > 0 && <p className={styles.count}>{countOf(user.techs)}</p>}
    </div>
  );
}

function countOf(technologies: Technology[]): string {
  const advanced = technologies.filter(({ status }) => levelOf(status) === 'Avançado').length;
  const total = plural(technologies.length, 'tecnologia');
  return advanced === 0 ? total : `${total} · ${plural(advanced, 'avançada')}`;
}

function Loading({ width }: { width: string }) {
  return (
    <>
      <span className="sr-only">Carregando</span>
      <span className={styles.loading} style={{ width }} aria-hidden="true" />
    </>
  );
}
