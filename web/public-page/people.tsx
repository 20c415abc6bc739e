import { levelLabel } from '#contract/choices.ts';
import { SEARCHED_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { publicPath } from '#contract/public/handle.ts';
import { type PeoplePage, peoplePath, type Person } from '#contract/public/people.ts';
import { plural } from '../components/plural.ts';
import { Avatar } from '../components/profile/avatar.tsx';
import { Home } from './home.tsx';
import { Logo } from './logo.tsx';
import { SearchForm, type SearchFormProps } from './people-search.tsx';
import styles from './people.module.css';
import page from './public-profile.module.css';

type Search = PeoplePage['search'];

const EXAMPLES = ['HTML', 'CSS', 'JavaScript', 'React', 'Node.js', 'Python'];
const PROBLEMS: Record<PeoplePage['problems'][number], string> = {
  'unknown-level': 'Não conhecemos este nível: procuramos em todos.',
  'unknown-module': 'Não conhecemos este módulo: procuramos em todos.',
  'too-many-technologies': `Procuramos até ${SEARCHED_TECHNOLOGIES_LIMIT} tecnologias por vez: ficaram as primeiras.`,
};

export function titleOf({ technologies }: Search): string {
  if (technologies.length === 0) return 'Encontre quem sabe';
  return `Quem sabe ${new Intl.ListFormat('pt-BR').format(technologies.map(({ name }) => name))}`;
}

export function People({ search, problems, people, next, isFirst, logoOf }: PeoplePage) {
  return (
    <div className={page.page}>
      <header className={page.top}>
        <Home />
      </header>
      <main className={styles.main}>
        <h1>
          <bdi>{titleOf(search)}</bdi>
        </h1>
        <SearchForm search={search} logoOf={logoOf} />
        {problems.map((problem) => (
          <p key={problem} className={styles.note}>
            {PROBLEMS[problem]}
          </p>
        ))}
        {search.technologies.length === 0 && <Examples />}
        {people.length > 0 && (
          <ul className={styles.people} aria-label="Pessoas">
            {people.map((person) => (
              <Card key={person.handle} person={person} search={search} logoOf={logoOf} />
            ))}
          </ul>
        )}
        {search.technologies.length > 0 && (
          <End search={search} next={next} isFirst={isFirst} isEmpty={people.length === 0} />
        )}
      </main>
      <footer className={page.bottom}>
        <p>Aqui só aparece quem tem o perfil público e um endereço para a página.</p>
        <p>
          <a href="/">Faça a sua Trilha</a>
        </p>
      </footer>
    </div>
  );
}

function Examples() {
  return (
    <p className={styles.note}>
      Escolha uma ou mais tecnologias. Por exemplo:{' '}
      {EXAMPLES.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <a href={peoplePath({ technologies: [name] })}>{name}</a>
        </span>
      ))}
      .
    </p>
  );
}

type CardProps = SearchFormProps & { person: Person };

function Card({ person, search, logoOf }: CardProps) {
  const { name, handle, course_module, avatar, works, technologies } = person;
  const indexOf = (title: string) => search.technologies.findIndex((searched) => searched.name === title);
  return (
    <li>
      <Avatar name={name} url={avatar} size="small" />
      <div className={styles.person}>
        <h2>
          <a href={publicPath(handle)}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        <p>
          <bdi>{course_module}</bdi>
        </p>
        <ul className={styles.known} aria-label="Tecnologias">
          {technologies.map((technology) => (
            <li key={technology.name}>
              <Logo technology={{ id: `${indexOf(technology.name)}`, title: technology.name }} logoOf={logoOf} again />
              <bdi>{technology.name}</bdi> <span>{levelLabel(technology.status)}</span>
            </li>
          ))}
        </ul>
        {works > 0 && <p>{plural(works, 'projeto')}</p>}
      </div>
    </li>
  );
}

type EndProps = Pick<PeoplePage, 'search' | 'next' | 'isFirst'> & { isEmpty: boolean };

function End({ search, next, isFirst, isEmpty }: EndProps) {
  const technologies = search.technologies.map(({ name }) => name);
  const isFiltered = search.level !== undefined || search.module !== undefined;
  return (
    <div className={styles.end}>
      {isEmpty && <p>{next === undefined ? none(isFirst) : 'Ninguém até aqui, mas ainda há pessoas para olhar.'}</p>}
      {next !== undefined && (
        <a rel="next" href={peoplePath({ ...search, technologies }, next)}>
          {isEmpty ? 'Continuar procurando' : 'Mais pessoas'}
        </a>
      )}
      {!isFirst && <a href={peoplePath({ ...search, technologies })}>Voltar ao começo</a>}
      {isEmpty && isFirst && isFiltered && (
        <a href={peoplePath({ technologies })}>Procurar em todos os níveis e módulos</a>
      )}
    </div>
  );
}

function none(isFirst: boolean): string {
  return isFirst ? 'Ninguém com perfil público ainda.' : 'Não há mais ninguém.';
}
