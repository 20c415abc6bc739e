import { randomUUID } from 'node:crypto';
import { COURSE_MODULES, LEVELS, type Level, VISIBILITIES } from '#contract/choices.ts';
import { KNOWN_TECHNOLOGIES } from '#contract/public/known-technologies.ts';
import type { Row } from '../../server/database/bulk.ts';
import { dayNumber, WITH_WORKS } from '../../server/database/public-profiles/public-list.ts';
import { DAY } from '../../server/database/statements/time.ts';
import { titleKeys } from '../../server/database/technologies/technologies.ts';
import { emailKey } from '../../server/database/users/users.ts';

const FIRST_NAMES = `
Ana Maria João José Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Rodrigo
Juliana Fernanda Patrícia Aline Camila Letícia Amanda Bruna Jéssica Larissa Beatriz Mariana Vitória Luana Débora Raquel Cláudia Sônia
Thiago Mateus Gustavo Vinícius Leonardo Caio Otávio Joaquim Davi Heitor Iara Moacir Ubirajara Conceição`;
const SURNAMES = `
Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes
Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Araújo Conceição`;
const [firstNames, surnames] = [FIRST_NAMES, SURNAMES].map((text) => text.trim().split(/\s/)) as [string[], string[]];
const BIOS = [
  'Aprendo a programar.',
  'Gosto de transformar ideias em telas que todo mundo consegue usar.',
  'Vim do atendimento e estou mudando de carreira. Hoje estudo à noite e faço projetos no fim de semana.',
  'Back-end, café e xadrez.',
];
const PROJECTS = ['Lista de compras', 'Hamburgueria', 'Carteira de gastos', 'Agenda de contatos', 'Quiz de capitais'];
const TAUGHT = 'HTML CSS JavaScript React Git GitHub TypeScript Node.js SQL Python Django'.split(' ');
const TITLES = [...new Set([...TAUGHT, ...KNOWN_TECHNOLOGIES.map(({ name }) => name)])];
const YEAR = 365 * DAY;

type SeededTable = 'users' | 'technologies' | 'level_changes' | 'works' | 'work_technologies' | 'handles';
type Rows = Record<SeededTable, Row[]>;

/** Users numbered from `first`, with this many technologies each. The same numbers make the same users, except their ids. */
export function makePeople(first: number, count: number, technologies: number, passwordHash: string): Rows {
  const rows: Rows = { users: [], technologies: [], level_changes: [], works: [], work_technologies: [], handles: [] };
  for (let number = first; number < first + count; number += 1) {
    const random = randomFrom(number);
    const user = makeUser(number, passwordHash, random);
    const added = makeTechnologies(user, technologies, random);
    const works = makeWorks(user, Math.floor(random() ** 2 * 4), random);
    rows.users.push(user);
    if (user.visibility === 'public') {
      const listing = { listed: user.sequence, rank: rankOf([user, ...added, ...works], works.length > 0) };
      rows.technologies.push(...added.map((technology) => ({ ...technology, ...listing })));
      rows.handles.push({ handle: handleOf(user), user_id: user.id, left_at: null });
    } else rows.technologies.push(...added);
    rows.level_changes.push(...makeLevelChanges(added, random));
    rows.works.push(...works);
    for (const { id: work_id } of works) {
      const links = added.slice(0, 3).map(({ id }) => ({ user_id: user.id, work_id, technology_id: id }));
      rows.work_technologies.push(...links);
    }
  }
  return rows;
}

function makeUser(number: number, passwordHash: string, random: () => number) {
  const name = `${pick(firstNames, random)} ${pick(surnames, random)} ${pick(surnames, random)}`;
  const address = `${titleKeys(name).search_key.replaceAll(' ', '.')}.${number}`;
  const email = `${address}@example.com`;
  const time = new Date(Date.now() - random() * 3 * YEAR).toISOString();
  return {
    sequence: number,
    id: randomUUID(),
    name,
    email,
    email_key: emailKey(email),
    password_hash: passwordHash,
    bio: pick(BIOS, random),
    contact: `https://example.com/${address}`,
    course_module: pick(COURSE_MODULES, random),
    visibility: random() < 0.4 ? 'public' : VISIBILITIES[0],
    created_at: time,
    updated_at: time,
  };
}

type User = ReturnType<typeof makeUser>;

function handleOf({ email }: User): string {
  return email.slice(0, email.indexOf('@')).replaceAll('.', '-');
}

/** The same rank as `updateListed` computes. */
function rankOf(changes: ReadonlyArray<{ updated_at: string }>, withWorks: boolean): number {
  const [last = ''] = changes
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .toReversed();
  return dayNumber(last) + (withWorks ? WITH_WORKS : 0);
}

function makeTechnologies(user: User, count: number, random: () => number) {
  const titles = new Set<string>();
  while (titles.size < Math.min(count, TITLES.length)) titles.add(pick(TITLES, () => random() ** 4));
  const times = [...titles].map(() => timeSince(user.created_at, random)).toSorted();
  return [...titles].map((title, index) => {
    const created_at = times[index] ?? user.created_at;
    const status = levelOf(random);
    return technologyRow({
      user_id: user.id,
      title,
      status,
      created_at,
      updated_at: status === LEVELS[0] ? created_at : timeSince(created_at, random),
    });
  });
}

type NewTechnology = Record<'user_id' | 'title' | 'created_at' | 'updated_at', string> & { status: Level };

export function technologyRow(technology: NewTechnology) {
  const listing: Record<'listed' | 'rank', number | null> = { listed: null, rank: null };
  return { id: randomUUID(), ...technology, ...titleKeys(technology.title), ...listing, deleted_at: null };
}

function makeLevelChanges(technologies: ReturnType<typeof makeTechnologies>, random: () => number): Row[] {
  const changes = technologies.flatMap(({ id, user_id, title, status, created_at, updated_at }) => {
    const levels = random() < 0.3 ? [status] : LEVELS.slice(0, LEVELS.indexOf(status) + 1);
    const [start, end] = [Date.parse(created_at), Date.parse(updated_at)];
    return levels.map((level, index) => {
      const share = index / Math.max(1, levels.length - 1);
      const at = new Date(start + share * (end - start)).toISOString();
      return { user_id, technology_id: id, title, status: level, at };
    });
  });
  return inOrder(changes);
}

/** Numbers the level changes of one user by their time. */
export function inOrder(changes: ReadonlyArray<Row & { at: string }>): Row[] {
  return changes
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map((change, index) => ({ ...change, number: index + 1 }));
}

function timeSince(from: string, random: () => number): string {
  const start = Date.parse(from);
  return new Date(start + random() * (Date.now() - start)).toISOString();
}

function levelOf(random: () => number): Level {
  const share = random();
  if (share < 0.5) return LEVELS[0];
  return share < 0.85 ? LEVELS[1] : LEVELS[2];
}

function makeWorks(user: User, count: number, random: () => number) {
  return Array.from({ length: count }, () => {
    const title = pick(PROJECTS, random);
    return {
      id: randomUUID(),
      user_id: user.id,
      title,
      description: `${title}, feita no ${pick(COURSE_MODULES, random)}.`,
      deploy_url: `https://example.com/${titleKeys(title).search_key.replaceAll(' ', '-')}`,
      created_at: user.created_at,
      updated_at: user.created_at,
    };
  });
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
