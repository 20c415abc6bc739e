import { memo } from 'react';
import type { ClassMember, ClassWithRoster } from '#contract/class.ts';
import { useOpenDialog } from '../../../components/dialogs/open-dialog.ts';
import { TrashIcon } from '../../../components/icons.tsx';
import { plural } from '../../../components/plural.ts';
import { Day } from '../../../components/secondary/day.tsx';
import { neighbourOr, useFocusFallback } from '../../../shell/signed-in/focus-fallback.ts';
import { ListBar } from '../list-bar.tsx';
import { RemoveMember } from '../teacher/remove-member.tsx';
import { MemberCard } from './member-card.tsx';
import styles from './people.module.css';
import { useRosterView } from './roster-view.ts';

export function People({ ofClass, now }: { ofClass: ClassWithRoster; now: number }) {
  const { roster, role } = ofClass;
  const isTeacher = role === 'teacher';
  const view = useRosterView(roster, { isTeacher, now });
  const { dialog: removing, open: startRemoval, close } = useOpenDialog<ClassMember>();
  return (
    <section className={styles.card} aria-labelledby="pessoas">
      <ListBar
        id="pessoas"
        heading="Pessoas"
        label="Filtrar por nome ou módulo"
        count={view.isFiltered ? `${view.visible.length} de ${plural(roster.length, 'pessoa')}` : ''}
        filter={view.filter}
        onFilter={view.setFilter}
      >
        <select aria-label="Ordenar pessoas" value={view.order} onChange={({ target }) => view.setOrder(target.value)}>
          {Object.entries(view.orders).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        {isTeacher && (
          <button type="button" aria-pressed={view.onlyRecent} onClick={() => view.setOnlyRecent(!view.onlyRecent)}>
            {`Entraram nos últimos sete dias: ${view.recent}`}
          </button>
        )}
      </ListBar>
      {view.visible.length === 0 ? (
        <p className={styles.none}>Nenhuma pessoa com este filtro.</p>
      ) : (
        <ul className={styles.list}>
          {view.visible.map((member) => (
            <PersonRow key={member.id} member={member} onRemove={isTeacher ? startRemoval : undefined} />
          ))}
        </ul>
      )}
      {removing && <RemoveMember ofClass={ofClass} member={removing} onClose={close} />}
    </section>
  );
}

// The section goes with its last row.
const neighbourOrPage = neighbourOr('conteudo');

type PersonRowProps = { member: ClassMember; onRemove: ((member: ClassMember) => void) | undefined };

const PersonRow = memo(function PersonRow({ member, onRemove }: PersonRowProps) {
  const row = useFocusFallback<HTMLLIElement>(neighbourOrPage);
  return (
    <li ref={row} className={styles.row}>
      <MemberCard
        member={member}
        action={
          onRemove && (
            <button
              type="button"
              className={styles.remove}
              data-remove=""
              title={`Remover ${member.name}`}
              onClick={() => onRemove(member)}
            >
              <TrashIcon />
            </button>
          )
        }
      >
        {onRemove && <Times member={member} />}
      </MemberCard>
    </li>
  );
});

function Times({ member: { joined_at: joinedAt, changed_at: changedAt } }: { member: ClassMember }) {
  return (
    <p className="note">
      Na turma desde <Day date={new Date(joinedAt)} />
      {changedAt && (
        <>
          {' · lista mudou em '}
          <Day date={new Date(changedAt)} />
        </>
      )}
    </p>
  );
}
