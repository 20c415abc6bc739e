import { useCallback, useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { levelLabel } from '#contract/choices.ts';
import { Button } from '../../../components/button.tsx';
import { plural } from '../../../components/plural.ts';
import { Actions } from '../../../components/secondary/actions.tsx';
import type { Group } from '../../../evolution/levels.ts';
import { HiddenPatterns, Swatch } from '../../../evolution/patterns.tsx';
import { DownloadPicture } from '../../../shell/sharing/download-picture.tsx';
import { ListBar } from '../list-bar.tsx';
import styles from './technologies.module.css';
import { pictureOf } from './picture.tsx';
import { SkillRows } from './skill-rows.tsx';
import { groupsIn, type Skill } from './skills.ts';
import { type Column, type SkillView, useSkillView } from './skill-view.ts';

export function Technologies({ skills, title }: { skills: Skill[]; title: string }) {
  const view = useSkillView(skills);
  const { found, visible, filter, setFilter, folded, unfold } = view;
  const groups = useMemo(() => groupsIn(skills), [skills]);
  const count = `${found.length.toLocaleString('pt-BR')} de ${plural(skills.length, 'tecnologia')}`;
  const draw = () => pictureOf({ title, rows: visible, found: found.length, groups });

  function showAll({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const rows = currentTarget.closest('section')?.getElementsByTagName('tbody');
    const next = rows?.length ?? 0;
    flushSync(unfold);
    rows?.[next]?.querySelector('button')?.focus();
  }

  return (
    <section className={styles.card} aria-labelledby="tecnologias">
      <ListBar
        id="tecnologias"
        heading="Tecnologias"
        label="Filtrar tecnologias"
        count={filter.trim() === '' ? '' : count}
        filter={filter}
        onFilter={setFilter}
      />
      {found.length > visible.length && (
        <p className="note">
          {`A tabela tem só as ${visible.length.toLocaleString('pt-BR')} mais conhecidas; o filtro encontra também as outras.`}
        </p>
      )}
      {visible.length === 0 ? (
        <p className={styles.none}>Nenhuma tecnologia com este filtro.</p>
      ) : (
        <SkillTable view={view} groups={groups} most={skills[0]?.total ?? 0} />
      )}
      <Actions>
        {folded && (
          <Button tone="quiet" onClick={showAll}>
            {`Mostrar todas as ${visible.length.toLocaleString('pt-BR')}`}
          </Button>
        )}
        {visible.length > 0 && <DownloadPicture draw={draw} fileName="trilha-turma.png" />}
      </Actions>
    </section>
  );
}

type SkillTableProps = { view: SkillView; groups: Group[]; most: number };

function SkillTable({ view, groups, most }: SkillTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => setOpen((keys) => keys.symmetricDifference(new Set([key]))), []);
  return (
    <>
      <HiddenPatterns />
      <p className={styles.legend} aria-hidden="true">
        {groups.map((group) => (
          <span key={group}>
            <Swatch group={group} /> {levelLabel(group)}
          </span>
        ))}
      </p>
      <table className={styles.table}>
        <caption className="sr-only">Quantas pessoas estão em cada nível de cada tecnologia</caption>
        <thead>
          <tr>
            <SortHeader column="nome" view={view}>
              Tecnologia
            </SortHeader>
            {groups.map((group) => (
              <SortHeader key={group} column={group} view={view}>
                <Swatch group={group} />
                <span className={styles.level}>{levelLabel(group)}</span>
              </SortHeader>
            ))}
            <SortHeader column="total" view={view}>
              Total
            </SortHeader>
          </tr>
        </thead>
        {view.rows.map((skill) => (
          <SkillRows
            key={skill.key}
            skill={skill}
            groups={groups}
            most={most}
            open={open.has(skill.key)}
            onToggle={toggle}
          />
        ))}
      </table>
    </>
  );
}

type SortHeaderProps = { column: Column; view: SkillView; children: ReactNode };

function SortHeader({ column, view, children }: SortHeaderProps) {
  const direction = column === 'nome' ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={column === view.column ? direction : undefined}>
      <button type="button" title="Ordenar por esta coluna" onClick={() => view.setColumn(column)}>
        {children}
      </button>
    </th>
  );
}
