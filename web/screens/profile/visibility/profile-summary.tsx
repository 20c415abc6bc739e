import { useId } from 'react';
import { levelLabel, type Visibility } from '#contract/choices.ts';
import { countWorks } from '#contract/work-counts.ts';
import type { Technology } from '#contract/technology.ts';
import type { OwnUser } from '#contract/user.ts';
import { Avatar } from '../../../components/profile/avatar.tsx';
import { WebLink } from '../../../components/profile/web-link.tsx';
import { nounFor, plural } from '../../../components/plural.ts';
import { avatarUrl } from '../own-profile.ts';
import styles from './profile-summary.module.css';

type ProfileSummaryProps = { caption: string; user: OwnUser; visibility: Visibility };

export function ProfileSummary({ caption, user, visibility }: ProfileSummaryProps) {
  const id = useId();
  const isPublic = visibility === 'public';
  return (
    <article className={styles.summary} aria-labelledby={id}>
      <h4 id={id}>{caption}</h4>
      <div className={styles.user}>
        <Avatar name={user.name} url={isPublic ? avatarUrl(user.avatar_url) : null} size="small" />
        <div>
          <p className={styles.name}>{user.name}</p>
          <p className={styles.module}>{user.course_module}</p>
        </div>
      </div>
      {isPublic && (
        <>
          <p className={styles.bio}>{user.bio}</p>
          <p className={styles.contact}>
            <WebLink address={user.contact} />
          </p>
        </>
      )}
      <p className={styles.count}>{plural(user.techs.length, 'tecnologia')}</p>
      <Technologies user={user} isPublic={isPublic} />
      {isPublic && <p className={styles.count}>{plural(user.works.length, 'projeto')}</p>}
    </article>
  );
}

const MAX_LISTED = 5;

function Technologies({ user, isPublic }: { user: OwnUser; isPublic: boolean }) {
  const workCounts = countWorks(isPublic ? user.works : []);
  const worksOf = ({ id }: Technology) => workCounts.get(id) ?? 0;
  const listed = user.techs.toSorted((one, other) => worksOf(other) - worksOf(one)).slice(0, MAX_LISTED);
  const left = user.techs.length - listed.length;
  if (listed.length === 0) return null;
  return (
    <ul className={styles.technologies}>
      {listed.map((technology) => (
        <li key={technology.id}>
          <b>{technology.title}</b>
          {` · ${levelLabel(technology.status)}`}
          {worksOf(technology) > 0 && ` · ${plural(worksOf(technology), 'projeto')}`}
        </li>
      ))}
      {left > 0 && <li>{nounFor(left, 'e mais uma', `e mais ${left.toLocaleString('pt-BR')}`)}</li>}
    </ul>
  );
}
