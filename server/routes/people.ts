import { levelRank } from '#contract/choices.ts';
import { PEOPLE_PATH } from '#contract/pages.ts';
import { type PeopleSearch, type Person, statusesFrom } from '#contract/public/people.ts';
import { PeopleQuery, readPeopleQuery } from '#contract/public/people-query.ts';
import { avatarPath } from '../accounts/visibility.ts';
import type { Database } from '../database/open.ts';
import {
  findPeople,
  type Position,
  positionText,
  readPeople,
  readPosition,
} from '../database/public-profiles/people.ts';
import { FOR_MINUTES } from '../http/headers.ts';
import { generic } from '../problems.ts';
import { makePeoplePages } from '../public/page.ts';
import type { App, Services } from '../services.ts';

export function peopleRoutes(app: App, { database, drawing }: Services): void {
  const drawPage = drawing && makePeoplePages(drawing);

  app.get(
    PEOPLE_PATH,
    {
      config: { queue: 'people', refuses: [generic('not-found')], mediaType: 'text/html', otherStatuses: [304] },
      schema: { querystring: PeopleQuery },
    },
    async (request, reply) => {
      if (!drawPage) throw generic('not-found');
      const { search, problems, after } = readPeopleQuery(request.query);
      const start = await readPosition(database, after);
      const { policy, send } = await drawPage({
        search,
        problems,
        isFirst: start === undefined,
        ...(await searchPeople(database, search, start)),
      });
      reply.headers({ 'cache-control': FOR_MINUTES, 'x-robots-tag': 'noindex', 'content-security-policy': policy });
      return send(request, reply);
    },
  );
}

async function searchPeople(database: Database, search: PeopleSearch, start: Position | undefined) {
  const technologies = search.technologies.map(({ spellings }) => spellings);
  const statuses = search.level && statusesFrom(search.level);
  const { people, next } = await findPeople(database, { technologies, statuses, module: search.module }, start);
  const rows = await readPeople(database, next ? [...people, next] : people, technologies.flat());
  const rowAt = ({ sequence }: Position) => rows.get(sequence);
  const last = next && rowAt(next);
  return {
    people: people.flatMap((position) => rowAt(position) ?? []).map((row) => personOf(row, search)),
    next: next && last && positionText(next.rank, last.handle),
  };
}

type Row = NonNullable<ReturnType<Awaited<ReturnType<typeof readPeople>>['get']>>;

function personOf({ name, handle, course_module, avatar, works, levels }: Row, search: PeopleSearch): Person {
  const technologies = search.technologies.flatMap((technology) => {
    const own = levels.filter(({ spelling }) => technology.spellings.includes(spelling));
    const [highest] = own.toSorted((one, other) => levelRank(other.status) - levelRank(one.status));
    return highest ? [{ name: technology.name, status: highest.status }] : [];
  });
  return { name, handle, course_module, avatar: avatar && avatarPath(avatar), works: Number(works), technologies };
}
