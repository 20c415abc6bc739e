import type { ClassMember } from '#contract/class.ts';
import { levelLabel } from '#contract/choices.ts';
import { CLASS_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { technologyKey, technologyNamed } from '#contract/public/known-technologies.ts';
import { searchKey, titleKey } from '#contract/search-key.ts';
import { nextSlice } from '../load/continuations.ts';

const COLUMNS: ReadonlyArray<[heading: string, cell: (member: ClassMember) => string]> = [
  ['Nome', ({ name }) => name],
  ['Módulo', ({ course_module }) => course_module],
  ['Entrou em', ({ joined_at }) => dayOf(joined_at)],
  ['Última mudança', ({ changed_at }) => (changed_at ? dayOf(changed_at) : '')],
];

// In milliseconds. The keys of one member may take 20 more, if its titles are slow to normalize.
const SLICE = 5;

/**
 * One row per member and one column per technology, with levels as cells. Excel in Brazil expects semicolons, and reads
 * UTF-8 only after a byte order mark. Every cell is quoted (RFC 4180).
 */
export async function rosterCsv(members: readonly ClassMember[]): Promise<string> {
  const technologies = new Map<string, { title: string; people: number }>();
  const rows: Array<{ member: ClassMember; levels: Map<string, string> }> = [];
  let since = performance.now();
  for (const member of members) {
    if (performance.now() - since > SLICE) {
      await nextSlice();
      since = performance.now();
    }
    const levels = new Map<string, string>();
    for (const { title, status } of member.techs) {
      const key = technologyKey(title);
      const technology = technologies.getOrInsert(key, { title, people: 0 });
      const others = levels.get(key);
      if (others === undefined) technology.people += 1;
      levels.set(key, others === undefined ? levelLabel(status) : `${others} / ${levelLabel(status)}`);
    }
    rows.push({ member, levels });
  }
  const columns = [...technologies]
    .toSorted(([, one], [, other]) => other.people - one.people)
    .slice(0, CLASS_TECHNOLOGIES_LIMIT)
    .map(([key, { title }]) => {
      const { name } = technologyNamed(title);
      return { key, name, order: titleKey(name) };
    })
    .toSorted((one, other) => (one.order < other.order ? -1 : 1));
  const heads = [...COLUMNS.map(([heading]) => heading), ...columns.map(({ name }) => name)];
  const lines = rows.map(({ member, levels }) => [
    ...COLUMNS.map(([, cell]) => cell(member)),
    ...columns.map(({ key }) => levels.get(key) ?? ''),
  ]);
  return `\uFEFF${[heads, ...lines].map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('')}`;
}

/**
 * A cell that starts with one of these signs is a formula (OWASP, "CSV Injection"), in some programs also after invisible
 * characters. Also guards the parts after commas, semicolons and quotes, which start a cell with another separator.
 */
function quoted(cell: string): string {
  // Most cells are empty, and `replaceAll` takes most of the time.
  if (cell === '') return '""';
  const harmless = cell.replaceAll(
    /(^|[,;"\t\r\n])(?=[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\t\r\n＝＋－＠])/gu,
    "$1'",
  );
  return `"${harmless.replaceAll('"', '""')}"`;
}

// Created on first use, because it takes 30 ms.
let dayInBrazil: Intl.DateTimeFormat | undefined;

/** "2026-03-01" in Brazil, which every spreadsheet reads as a date. */
function dayOf(time: string): string {
  dayInBrazil ??= new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' });
  return dayInBrazil.format(new Date(time));
}

export function classFileName(name: string): string {
  const words = searchKey(name).match(/[a-z0-9]+/g) ?? [];
  return `${['turma', ...words].join('-')}.csv`;
}
