import { useMemo, useState } from 'react';
import { searchKey } from '#contract/search-key.ts';
import { type Group, GROUPS } from '../../../evolution/levels.ts';
import { usePrinting } from '../../../components/window-event.ts';
import { readQuery, useQueryInAddress } from '../../../shell/signed-in/address-query.ts';
import { compareTitles } from '../../../shell/signed-in/compare-titles.ts';
import type { Skill } from './skills.ts';

const FOLDED_ROWS = 12;

export type Column = 'nome' | Group | 'total';

const byName = (one: Skill, other: Skill) => compareTitles(one.name, other.name);

function compareBy(column: Column) {
  if (column === 'nome') return byName;
  const count = ({ people, total }: Skill) => (column === 'total' ? total : people[column].length);
  return (one: Skill, other: Skill) => count(other) - count(one) || byName(one, other);
}

function readColumn(): Column {
  const column = readQuery('coluna');
  return (['nome', ...GROUPS] as Column[]).find((name) => name === column) ?? 'total';
}

export type SkillView = ReturnType<typeof useSkillView>;

/** Filter and order of the table, stored in the URL. `rows` has only the first rows until the user expands the table. */
export function useSkillView(skills: Skill[]) {
  const [filter, setFilter] = useState(() => readQuery('tecnologia'));
  const [column, setColumn] = useState(readColumn);
  const [unfolded, setUnfolded] = useState(false);
  const printing = usePrinting();
  useQueryInAddress({ tecnologia: filter, coluna: column === 'total' ? '' : column });

  const key = searchKey(filter.trim());
  const visible = useMemo(
    () => skills.filter(({ name }) => searchKey(name).includes(key)).toSorted(compareBy(column)),
    [skills, key, column],
  );
  const folded = !unfolded && !printing && key === '' && visible.length > FOLDED_ROWS;
  const rows = folded ? visible.slice(0, FOLDED_ROWS) : visible;
  return { visible, rows, filter, setFilter, column, setColumn, folded, unfold: () => setUnfolded(true) };
}
