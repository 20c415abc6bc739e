import { memo } from 'react';
import { levelLabel } from '#contract/choices.ts';
import { type Group, LOOKS } from '../../../evolution/levels.ts';
import { fillOf } from '../../../evolution/patterns.tsx';
import { NameOfMember } from '../people/name-of-member.tsx';
import type { Skill } from './skills.ts';
import styles from './technologies.module.css';

type SkillRowsProps = {
  skill: Skill;
  groups: Group[];
  /** The longest bar's number of people. */
  most: number;
  open: boolean;
  onToggle: (key: string) => void;
};

export const SkillRows = memo(function SkillRows({ skill, groups, most, open, onToggle }: SkillRowsProps) {
  const { key, name, people, total } = skill;
  return (
    <tbody>
      <tr>
        <th scope="row">
          <button
            type="button"
            aria-expanded={open}
            title={open ? 'Esconder quem sabe' : 'Mostrar quem sabe'}
            onClick={() => onToggle(key)}
          >
            {name}
          </button>
          <Bar skill={skill} groups={groups} most={most} />
        </th>
        {groups.map((group) => (
          <td key={group} data-none={people[group].length === 0 || undefined}>
            {people[group].length}
          </td>
        ))}
        <td>{total}</td>
      </tr>
      {open && (
        <tr>
          <td colSpan={groups.length + 2}>
            <WhoKnows skill={skill} groups={groups} />
          </td>
        </tr>
      )}
    </tbody>
  );
});

function Bar({ skill: { people }, groups, most }: Pick<SkillRowsProps, 'skill' | 'groups' | 'most'>) {
  const percentOf = (count: number) => (count / most) * 100;
  const before = (index: number) => groups.slice(0, index).reduce((sum, group) => sum + people[group].length, 0);
  return (
    <svg className={styles.bar} aria-hidden="true">
      {groups.map((group, index) => {
        const { length } = people[group];
        return (
          length > 0 && (
            <rect
              key={group}
              x={`${percentOf(before(index))}%`}
              y={1}
              width={`${percentOf(length)}%`}
              height={8}
              fill={fillOf(group)}
              stroke={LOOKS[group].edge}
              data-edge=""
            />
          )
        );
      })}
    </svg>
  );
}

function WhoKnows({ skill: { people }, groups }: Pick<SkillRowsProps, 'skill' | 'groups'>) {
  return (
    <dl className={styles.people}>
      {groups
        .filter((group) => people[group].length > 0)
        .toReversed()
        .map((group) => (
          <div key={group}>
            <dt>{levelLabel(group)}</dt>
            {people[group].map((member) => (
              <dd key={member.id}>
                <NameOfMember member={member} />
              </dd>
            ))}
          </div>
        ))}
    </dl>
  );
}
