import { useMemo, useState } from 'react';
import { CLASS_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
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

/**
 * Filter and order of the table, stored in the URL. Of the `found` skills, only those of most people are `visible`: more
 * rows would freeze the screen. `rows` has only the first of these until the user expands the table.
 */
export function useSkillView(skills: Skill[]) {
  const [filter, setFilter] = useState(() => readQuery('tecnologia'));
  const [column, setColumn] = useState(readColumn);
  const [unfolded, setUnfolded] = useState(false);
  const printing = usePrinting();
  useQueryInAddress({ tecnologia: filter, coluna: column === 'total' ? '' : column });

  const key = searchKey(filter.trim());
  const found = useMemo(() => skills.filter((skill) => skill.searchKey.includes(key)), [skills, key]);
  const visible = useMemo(() => found.slice(0, CLASS_TECHNOLOGIES_LIMIT).toSorted(compareBy(column)), [found, column]);
  const folded = !unfolded && !printing && key === '' && visible.length > FOLDED_ROWS;
  const rows = folded ? visible.slice(0, FOLDED_ROWS) : visible;
  return { found, visible, rows, filter, setFilter, column, setColumn, folded, unfold: () => setUnfolded(true) };
}
