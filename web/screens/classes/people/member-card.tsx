import { useState, type ReactNode } from 'react';
import type { ClassMember } from '#contract/class.ts';
import { groupTechnologiesByLevel } from '#contract/public/page.ts';
import { plural } from '../../../components/plural.ts';
import { Avatar } from '../../../components/profile/avatar.tsx';
import { avatarUrl } from '../../../shell/secondary/avatar-url.ts';
import { NameOfMember } from './name-of-member.tsx';
import styles from './people.module.css';

type MemberCardProps = {
  member: Pick<ClassMember, 'name' | 'course_module' | 'handle' | 'avatar_url' | 'techs'>;
  /** Below the technologies. */
  children?: ReactNode;
  action?: ReactNode;
};

/** A person as the class sees them. */
export function MemberCard({ member, children, action }: MemberCardProps) {
  const [open, setOpen] = useState(false);
  const { name, course_module: courseModule, avatar_url: avatar, techs } = member;
  const levels = groupTechnologiesByLevel(techs);
  return (
    <div className={styles.member}>
      <Avatar name={name} url={avatarUrl(avatar)} size="small" />
      <div className={styles.text}>
        <p className={styles.name}>
          <NameOfMember member={member} />
        </p>
        <p className="note">{courseModule}</p>
        {techs.length === 0 ? (
          <p className={styles.counts}>Nenhuma tecnologia na lista</p>
        ) : (
          <button
            type="button"
            className={styles.counts}
            aria-expanded={open}
            title={`${open ? 'Esconder' : 'Mostrar'} as tecnologias de ${name}`}
            onClick={() => setOpen(!open)}
          >
            {levels.map(({ noun, technologies }) => plural(technologies.length, noun)).join(' · ')}
          </button>
        )}
        {open && (
          <dl className={styles.technologies}>
            {levels.map(({ label, technologies }) => (
              <div key={label}>
                <dt>{label}</dt>
                {technologies.map(({ title }) => (
                  <dd key={title}>{title}</dd>
                ))}
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
      {action}
    </div>
  );
}
