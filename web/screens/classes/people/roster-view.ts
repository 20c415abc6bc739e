import { useMemo, useState } from 'react';
import type { ClassMember } from '#contract/class.ts';
import { levelOf } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';
import { DAY_MS } from '../../../components/dates.ts';
import { readQuery, useQueryInAddress } from '../../../shell/signed-in/address-query.ts';
import { compareTitles } from '../../../shell/signed-in/compare-titles.ts';

const advancedIn = ({ techs }: ClassMember) => techs.filter(({ status }) => levelOf(status) === 'Avançado').length;
/** An empty list has never changed. */
const changeOf = ({ changed_at: changedAt }: ClassMember) => changedAt ?? '';

type Compare = (one: ClassMember, other: ClassMember) => number;
type Orders = Record<string, { label: string; compare: Compare }>;

const descending =
  (read: (member: ClassMember) => string): Compare =>
  (one, other) =>
    read(other).localeCompare(read(one));

const ORDERS = {
  nome: { label: 'Nome, de A a Z', compare: () => 0 },
  modulo: { label: 'Módulo', compare: (one, other) => compareTitles(one.course_module, other.course_module) },
  tecnologias: { label: 'Mais tecnologias', compare: (one, other) => other.techs.length - one.techs.length },
  avancadas: { label: 'Mais avançadas', compare: (one, other) => advancedIn(other) - advancedIn(one) },
} satisfies Orders;

const TEACHER_ORDERS: Orders = {
  ...ORDERS,
  mudou: { label: 'Lista mudou há pouco', compare: descending(changeOf) },
  parada: { label: 'Lista parada há mais tempo', compare: (one, other) => -descending(changeOf)(one, other) },
  entrou: { label: 'Na turma há pouco', compare: descending((member) => member.joined_at) },
};

/** Filter and order of the people, which the address stores. `recent`: those who joined within a week of `now`. */
export function useRosterView(roster: ClassMember[], { isTeacher, now }: { isTeacher: boolean; now: number }) {
  const orders: Orders = isTeacher ? TEACHER_ORDERS : ORDERS;
  const [filter, setFilter] = useState(() => readQuery('pessoa'));
  const [orderRead, setOrder] = useState(() => readQuery('ordem'));
  const [onlyRecent, setOnlyRecent] = useState(() => isTeacher && readQuery('novas') !== '');
  const order = Object.hasOwn(orders, orderRead) ? orderRead : 'nome';
  useQueryInAddress({ pessoa: filter, ordem: order === 'nome' ? '' : order, novas: onlyRecent ? 'sim' : '' });

  const recent = useMemo(() => {
    const week = new Date(now - 7 * DAY_MS).toISOString();
    return new Set(roster.filter((member) => member.joined_at >= week));
  }, [roster, now]);
  const key = searchKey(filter.trim());
  const visible = useMemo(() => {
    const found = roster.filter(
      (member) =>
        (!onlyRecent || recent.has(member)) &&
        [member.name, member.course_module].some((text) => searchKey(text).includes(key)),
    );
    const compare = orders[order]?.compare ?? (() => 0);
    return found.toSorted((one, other) => compare(one, other) || compareTitles(one.name, other.name));
  }, [roster, recent, key, onlyRecent, orders, order]);

  const isFiltered = key !== '' || onlyRecent;
  return {
    visible,
    isFiltered,
    filter,
    setFilter,
    orders,
    order,
    setOrder,
    recent: recent.size,
    onlyRecent,
    setOnlyRecent,
  };
}
