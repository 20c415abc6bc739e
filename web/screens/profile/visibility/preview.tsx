import { useId } from 'react';
import type { Visibility } from '#contract/choices.ts';
import type { OwnUser } from '#contract/user.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { WebLink } from '../../../components/web-link.tsx';
import { avatarAddress } from '../own-profile.ts';
import styles from './preview.module.css';

type PreviewProps = { caption: string; user: OwnUser; visibility: Visibility };

/** What others see of a user with this visibility. */
export function Preview({ caption, user, visibility }: PreviewProps) {
  const id = useId();
  const open = visibility === 'public';
  return (
    <article className={styles.preview} aria-labelledby={id}>
      <h4 id={id}>{caption}</h4>
      <div className={styles.user}>
        <Avatar name={user.name} url={open ? avatarAddress(user.avatar_url) : null} size={40} />
        <div>
          <p className={styles.name}>{user.name}</p>
          <p className={styles.module}>{user.course_module}</p>
        </div>
      </div>
      {open && (
        <>
          <p className={styles.bio}>{user.bio}</p>
          <p className={styles.contact}>
            <WebLink address={user.contact} />
          </p>
        </>
      )}
      <p className={styles.count}>{countOf(user.techs.length, 'tecnologia', 'tecnologias')}</p>
      {open && <p className={styles.count}>{countOf(user.works.length, 'projeto', 'projetos')}</p>}
    </article>
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;
}
