import { useId } from 'react';
import type { Visibility } from '#contract/choices.ts';
import type { OwnUser } from '#contract/user.ts';
import { pictureAddress } from '../../../api.ts';
import { Avatar } from '../../../components/avatar.tsx';
import styles from './preview.module.css';
import { WebLink } from '../../../components/web-link.tsx';

type GlimpseProps = { caption: string; user: OwnUser; visibility: Visibility };

/** What anyone else is told of a person, by the rule of the API: all but the e-mail when public, else very little. */
export function Glimpse({ caption, user, visibility }: GlimpseProps) {
  const id = useId();
  const open = visibility === 'public';
  return (
    <article className={styles.glimpse} aria-labelledby={id}>
      <h4 id={id}>{caption}</h4>
      <div className={styles.person}>
        <Avatar name={user.name} url={open ? pictureAddress(user.avatar_url) : null} size={40} />
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
      {open && <p className={styles.count}>{countOf(user.works.length, 'trabalho', 'trabalhos')}</p>}
    </article>
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;
}
