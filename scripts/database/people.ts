import { randomUUID } from 'node:crypto';
import { COURSE_MODULES, LEVELS, type Level, VISIBILITIES } from '#contract/choices.ts';
import { KNOWN_TECHNOLOGIES } from '#contract/public/known-technologies.ts';
import type { Row } from '../../server/database/bulk.ts';
import type { TableName } from '../../server/database/tables.ts';
import { titleKeys } from '../../server/database/technologies/technologies.ts';
import { emailKey } from '../../server/database/users/users.ts';

const FIRST_NAMES = `
Ana|Maria|João|José|Antônio|Francisco|Carlos|Paulo|Pedro|Lucas|Luiz|Marcos|Gabriel|Rafael|Daniel|Marcelo|Bruno|Eduardo|Felipe|Rodrigo|
Juliana|Fernanda|Patrícia|Aline|Camila|Letícia|Amanda|Bruna|Jéssica|Larissa|Beatriz|Mariana|Vitória|Luana|Débora|Raquel|Cláudia|Sônia|
Thiago|Mateus|Gustavo|Vinícius|Leonardo|Caio|Otávio|Joaquim|Davi|Heitor|Iara|Moacir|Ubirajara|Conceição`
  .replaceAll('\n', '')
  .split('|');
const SURNAMES = `
Silva|Santos|Oliveira|Souza|Rodrigues|Ferreira|Alves|Pereira|Lima|Gomes|Costa|Ribeiro|Martins|Carvalho|Almeida|Lopes|Soares|Fernandes|
Vieira|Barbosa|Rocha|Dias|Nascimento|Andrade|Moreira|Nunes|Marques|Machado|Mendes|Freitas|Cardoso|Ramos|Gonçalves|Araújo|Conceição`
  .replaceAll('\n', '')
  .split('|');
const BIOS = [
  'Aprendo a programar.',
  'Gosto de transformar ideias em telas que todo mundo consegue usar.',
  'Vim do atendimento e estou mudando de carreira. Hoje estudo à noite e faço projetos no fim de semana.',
  'Back-end, café e xadrez.',
];
const PROJECTS = ['Lista de compras', 'Hamburgueria', 'Carteira de gastos', 'Agenda de contatos', 'Quiz de capitais'];
/** What the bootcamp teaches comes first, as it does in every list. */
const TAUGHT = [
  'HTML',
  'CSS',
  'JavaScript',
  'React',
  'Git',
  'GitHub',
  'TypeScript',
  'Node.js',
  'SQL',
  'Python',
  'Django',
];
const NAMES = KNOWN_TECHNOLOGIES.map(({ name }) => name);
const POPULAR = [...TAUGHT, ...NAMES.filter((name) => !TAUGHT.includes(name))];
const YEAR = 365 * 24 * 60 * 60_000;

/** Users numbered from `first`, with this many technologies each. The same numbers make the same users, except for ids. */
export function makePeople(first: number, count: number, technologiesEach: number, passwordHash: string) {
  const users: Row[] = [];
  const technologies: Row[] = [];
  const level_changes: Row[] = [];
  const works: Row[] = [];
  const work_technologies: Row[] = [];
  for (let number = first; number < first + count; number += 1) {
    const random = randomFrom(number);
    const user = makeUser(number, passwordHash, random);
    users.push(user);
    const own = makeTechnologies(user, technologiesEach, random);
    const ownWorks = makeWorks(user, Math.floor(random() ** 2 * 4), random);
    technologies.push(...own);
    level_changes.push(...makeLevelChanges(own, random));
    works.push(...ownWorks);
    work_technologies.push(...ownWorks.flatMap((work) => showSome(work, own)));
  }
  return { users, technologies, level_changes, works, work_technologies } satisfies Partial<Record<TableName, Row[]>>;
}

function makeUser(number: number, passwordHash: string, random: () => number) {
  const name = `${pick(FIRST_NAMES, random)} ${pick(SURNAMES, random)} ${pick(SURNAMES, random)}`;
  const address = titleKeys(name).search_key.replaceAll(' ', '.');
  const email = `${address}.${number}@example.com`;
  const time = new Date(Date.now() - random() * 3 * YEAR).toISOString();
  return {
    sequence: number,
    id: randomUUID(),
    name,
    email,
    email_key: emailKey(email),
    password_hash: passwordHash,
    bio: pick(BIOS, random),
    contact: `https://example.com/${address}.${number}`,
    course_module: pick(COURSE_MODULES, random),
    visibility: random() < 0.4 ? 'public' : VISIBILITIES[0],
    created_at: time,
    updated_at: time,
  };
}

type User = ReturnType<typeof makeUser>;
type Made = { id: string; user_id: string; title: string; status: Level; created_at: string; updated_at: string };

function makeTechnologies(user: User, count: number, random: () => number): Made[] {
  const titles = new Set<string>();
  while (titles.size < Math.min(count, POPULAR.length)) {
    // The first name is known to most, the last to few: the shares fall as in Zipf's law.
    const title = POPULAR[Math.floor(random() ** 4 * POPULAR.length)];
    if (title !== undefined) titles.add(title);
  }
  const times = [...titles].map(() => timeSince(user.created_at, random)).toSorted();
  return [...titles].map((title, index) => {
    const created = times[index] ?? user.created_at;
    const status = levelOf(random);
    return {
      id: randomUUID(),
      user_id: user.id,
      listed: user.visibility === 'public' ? user.sequence : null,
      title,
      ...titleKeys(title),
      status,
      created_at: created,
      updated_at: status === LEVELS[0] ? created : timeSince(created, random),
      deleted_at: null,
    };
  });
}

/** Each technology began at the lowest level or at its own, and came to its own by the last change. */
function makeLevelChanges(technologies: readonly Made[], random: () => number): Row[] {
  const changes = technologies.flatMap(({ id, user_id, title, status, created_at, updated_at }) => {
    const levels = random() < 0.3 ? [status] : LEVELS.slice(0, LEVELS.indexOf(status) + 1);
    const timeOf = (index: number) => {
      if (index === 0) return created_at;
      return index === levels.length - 1 ? updated_at : between(created_at, updated_at);
    };
    return levels.map((level, index) => ({ user_id, technology_id: id, title, status: level, at: timeOf(index) }));
  });
  return changes
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map((change, index) => ({ ...change, number: index + 1 }));
}

function timeSince(from: string, random: () => number): string {
  const start = Date.parse(from);
  return new Date(start + random() * (Date.now() - start)).toISOString();
}

function between(one: string, other: string): string {
  return new Date((Date.parse(one) + Date.parse(other)) / 2).toISOString();
}

function levelOf(random: () => number): Level {
  const share = random();
  if (share < 0.5) return LEVELS[0];
  return share < 0.85 ? LEVELS[1] : LEVELS[2];
}

function makeWorks(user: User, count: number, random: () => number): Row[] {
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

/** The first three are what nearly everybody's works are made of. */
function showSome(work: Row, technologies: readonly Row[]): Row[] {
  return technologies
    .slice(0, 3)
    .map(({ id }) => ({ user_id: work['user_id'], work_id: work['id'], technology_id: id }));
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** From 0 to 1, the same series for the same seed: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
