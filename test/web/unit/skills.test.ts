import { expect, test } from 'vitest';
import { LEVELS } from '#contract/choices.ts';
import type { ClassMember } from '#contract/class.ts';
import { onlyBeginners, skillsOf, unknownTo } from '../../../web/screens/classes/technologies/skills.ts';

const MEMBER: ClassMember = {
  id: '',
  name: 'Ana',
  course_module: '',
  avatar_url: null,
  handle: null,
  joined_at: '',
  techs: [],
};

/** The skills of a class, each member with these technologies. */
function classOf(...members: string[][]) {
  return skillsOf(
    members.map((titles) => ({ ...MEMBER, techs: titles.map((title) => ({ title, status: LEVELS[0] })) })),
  );
}

test.for([
  [['HTML', 'html 5'], ['HTML']],
  [['Express', 'Express.js', 'express'], ['Express']],
  [['node', 'NÓDE.js'], ['Node.js']],
  [
    ['Git', 'GitHub'],
    ['Git', 'GitHub'],
  ],
  [
    ['discord.js', 'Discord'],
    ['discord.js', 'Discord'],
  ],
  [['Lógica', 'logica'], ['Lógica']],
  [
    ['☂', '☀'],
    ['☂', '☀'],
  ],
])('counts the spellings %j as the technologies %j', ([titles = [], names]) => {
  expect(classOf(titles).map(({ name }) => name)).toEqual(names);
});

test.for([
  ['Git', ['GitHub', 'GitLab CI'], ['Git'], []],
  ['React', ['Preact'], ['React'], ['React Native']],
  ['REST', ['Firestore'], ['REST'], ['rest api']],
  ['SQL', ['NoSQL'], ['SQL'], ['PostgreSQL']],
  ['HTML', ['Handlebars'], ['HTML'], ['HTML e CSS']],
] as const)('%s is unknown to a class with %j', ([name, others, unknown, same]) => {
  const missing = (...titles: string[]) => unknownTo(classOf(titles)).filter((each) => each === name);
  expect(missing(...others)).toEqual(unknown);
  for (const title of [...same, name.toLowerCase()]) expect(missing(title), title).toEqual([]);
});

test('a technology that somebody knows better under a longer name is not one of beginners', () => {
  const techs = [
    { title: 'HTML', status: LEVELS[0] },
    { title: 'SQL', status: LEVELS[0] },
    { title: 'Go', status: LEVELS[0] },
    { title: 'HTML e CSS', status: LEVELS[1] },
    { title: 'PostgreSQL', status: LEVELS[2] },
  ];
  expect(onlyBeginners(skillsOf([{ ...MEMBER, techs }])).map(({ name }) => name)).toEqual(['Go']);
});
