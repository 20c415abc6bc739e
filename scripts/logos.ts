import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_TECHNOLOGIES } from '#contract/public/known-technologies.ts';
import { searchKey } from '#contract/search-key.ts';
import { withPackages } from './borrowed-packages.ts';
import { exitOnProblem, root } from './set-up.mjs';

const ICONS = 'simple-icons@16.37.0';
const OPTIMIZER = 'svgo@4.1.0';

/** Steps per unit of the icon. Rounding to them shortens the path to a fifth, and looks the same at 15 pixels. */
const STEPS = 4;
const LONGEST_PATH = 1_000;

// Licences that ask for more than attribution.
const REFUSED = /NC|ND|custom/;

/** Known technologies whose icon has another name, and those that use a related icon. */
const SLUGS: Readonly<Record<string, string>> = {
  Airflow: 'apacheairflow',
  AngularJS: 'angular',
  Bash: 'gnubash',
  Cassandra: 'apachecassandra',
  Copilot: 'githubcopilot',
  Cordova: 'apachecordova',
  CouchDB: 'apachecouchdb',
  'D3.js': 'd3',
  'Django REST framework': 'django',
  'Docker Compose': 'docker',
  'Ext JS': 'sencha',
  Firestore: 'firebase',
  'Framer Motion': 'framer',
  GCP: 'googlecloud',
  Gemini: 'googlegemini',
  'GitLab CI': 'gitlab',
  Godot: 'godotengine',
  Groovy: 'apachegroovy',
  Hadoop: 'apachehadoop',
  Handlebars: 'handlebarsdotjs',
  HTML: 'html5',
  'HTML e CSS': 'html5',
  Java: 'openjdk',
  JUnit: 'junit5',
  JWT: 'jsonwebtokens',
  Kafka: 'apachekafka',
  'Material UI': 'mui',
  Maven: 'apachemaven',
  OpenAPI: 'openapiinitiative',
  Phoenix: 'phoenixframework',
  Rails: 'rubyonrails',
  'React Native': 'react',
  'Redux Saga': 'reduxsaga',
  'Redux Toolkit': 'redux',
  Rollup: 'rollupdotjs',
  RStudio: 'rstudioide',
  RxJS: 'reactivex',
  Sails: 'sailsdotjs',
  'Shell Script': 'gnubash',
  SolidJS: 'solid',
  Spring: 'spring',
  SvelteKit: 'svelte',
  SwiftUI: 'swift',
  'TanStack Query': 'tanstack',
};

// The icon of this name belongs to another product.
const NAMESAKES: readonly string[] = ['Canvas', 'Make'];

type Icon = { title: string; slug: string; path: string };
type Licensed = { title: string; license?: { type: string } };
type Optimize = (svg: string, options: object) => { data: string };

await exitOnProblem(() => withPackages([ICONS, OPTIMIZER], write));

function write(require: NodeJS.Require): void {
  const { optimize } = require('svgo') as { optimize: Optimize };
  const licences = new Map(
    (require('simple-icons/icons.json') as Licensed[]).map(({ title, license }) => [title, license?.type ?? 'CC0-1.0']),
  );
  const icons = Object.values(require('simple-icons') as Record<string, Icon>);
  const usable = icons.filter(({ title }) => !REFUSED.test(licences.get(title) ?? ''));
  const bySlug = new Map(usable.map((icon) => [icon.slug, icon]));
  const byTitle = new Map(usable.map((icon) => [searchKey(icon.title), icon]));

  const logos: Record<string, { names: string[]; path: string }> = {};
  const credits = new Set<string>();
  for (const { name } of KNOWN_TECHNOLOGIES) {
    if (NAMESAKES.includes(name)) continue;
    const icon = bySlug.get(SLUGS[name] ?? '') ?? byTitle.get(searchKey(name));
    const path = icon && shorten(icon, optimize);
    if (!icon || !path || path.length > LONGEST_PATH) continue;
    (logos[icon.slug] ??= { names: [], path }).names.push(name);
    const licence = licences.get(icon.title) ?? '';
    if (licence !== 'CC0-1.0') credits.add(`${icon.title} (${licence})`);
  }
  writeFileSync(join(root, 'contract/public/logos.json'), `${JSON.stringify(logos, null, 2)}\n`);
  console.log(`contract/public/logos.json: ${Object.keys(logos).length} logos of ${ICONS}`);
  console.log(`Other licences, to be listed in decision 25: ${[...credits].join(', ')}`);
}

function shorten({ path }: Icon, optimize: Optimize): string | undefined {
  const side = 24 * STEPS;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path transform="scale(${STEPS})" d="${path}"/></svg>`;
  const { data } = optimize(svg, { multipass: true, floatPrecision: 0, plugins: ['preset-default'] });
  return /^<svg[^>]*><path d="([^"]+)"\/><\/svg>$/.exec(data)?.[1];
}
