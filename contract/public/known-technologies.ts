import { searchKey, titleKey } from '../search-key.ts';

// Entries are separated by bars; aliases are in parentheses. Matching ignores case, spaces and punctuation.
const LIST = `
.NET (dotnet, dot net, net core, net framework)|ABAP|ActionScript|Ada|Adobe XD (xd)|Airflow|AJAX|Alpine.js|Amazon S3 (s3, aws s3)|Android|
Android Studio|Angular|AngularJS|Ansible|Ant Design (antd)|Apache|Apache Kafka|Apache Spark|Apollo GraphQL (apollo)|Appium|Arduino|
ASP.NET (asp net core)|Assembly (asm)|Astro|Auth0|AutoCAD|AWS (amazon web services)|AWS Lambda (lambda)|Axios|Azure (microsoft azure)|
Azure DevOps|Babel|Backbone.js|Bash|Bazel|Bitbucket|Blender|Bootstrap (bootstrap 5)|Bulma|Bun|C (linguagem c)|C# (csharp, c sharp)|
C++ (cpp, cplusplus, c plus plus)|CakePHP|Canva|Canvas|Capacitor|Cassandra (apache cassandra)|Chai|Chakra UI|Chart.js|
ChatGPT (chat gpt, gpt)|CircleCI|Claude|Clojure|Cloudflare|COBOL|CodeIgniter|CodePen|CoffeeScript|Composer|Copilot (github copilot)|Cordova|
CorelDRAW|CouchDB|Crystal|CSS (css 3)|CSS Modules|Cucumber|Cursor|Cypress|D3.js|Dart|Databricks|Delphi|Deno|Discord|discord.js|Django|
Django REST framework (drf, django rest)|Docker|Docker Compose|Drizzle (drizzle orm)|Drupal|DynamoDB|EJS|Elasticsearch (elastic search)|
Electron|Elixir|Elm|Ember.js|Erlang|esbuild|ESLint|Excel (microsoft excel, ms excel)|Expo|Express (express js)|Espresso|Ext JS|
F# (fsharp, f sharp)|FastAPI|Fastify|Figma|Firebase|Firestore|Flask|Flutter|Fortran|Framer Motion (motion)|freeCodeCamp|Gatsby|GCP|Gemini|
Git|GitHub|GitHub Actions (gh actions)|GitLab|GitLab CI|Go (golang, go lang)|Godot|Google Cloud|Google Sheets|Gradle|Grafana|GraphQL (gql)|
Groovy|gRPC|Gulp|Hadoop (apache hadoop)|Handlebars|Haskell|Headless UI|Helm|Heroku|Hibernate|Hono|HTML (html 5)|HTML e CSS (html css)|htmx|Hugging Face|
Hugo|Illustrator (adobe illustrator)|InDesign (adobe indesign)|Insomnia|IntelliJ IDEA (intellij)|Ionic|iOS|Jasmine|Java|
JavaScript (js, java script, ecmascript, es 6)|Jenkins|Jest|Jira|jQuery|JSON|JSX|Julia|JUnit|Jupyter (jupyter notebook)|JWT (json web token)|
Kafka|Kanban|Keras|Keycloak|Knex.js|Koa|Kotlin|Kubernetes (k8s, kube)|LangChain (lang chain)|Laravel|LaTeX|Less|Linux|Lisp|Llama|Lodash|
Lovable|Lua|Make|MariaDB|Markdown (md)|Material UI (mui)|MATLAB|Maven|Mercado Pago|Meteor|Micronaut|Mocha|MobX|Mockito|MongoDB (mongo)|
Mongoose|MySQL (my sql)|n8n|Neo4j|NestJS (nest)|Netlify|Next.js|NGINX|Node.js|nodemon|NoSQL|Notion|npm|NumPy|Nuxt (nuxt js)|OAuth|
Objective-C|OCaml|Ollama|OpenAI (open ai)|OpenAPI|OpenCV|Oracle (oracle db)|pandas|Pascal|Perl|Phaser|Phoenix|Photoshop (adobe photoshop)|
PHP|PHPUnit|Playwright|PL/SQL|pnpm|Portugol|PostgreSQL (postgres, pg, psql)|Postman|Power BI|PowerPoint|PowerShell|Preact|
Premiere (adobe premiere, premiere pro)|Prettier|Prisma|Prolog|Prometheus|Protheus (totvs)|Pug|Puppeteer|Pydantic|Pygame|pytest|
Python (py, python 3)|PyTorch|Quarkus|Qwik|R (linguagem r)|RabbitMQ (rabbit)|Radix UI|Rails (ror)|React (react js)|React Hook Form|
React Native|React Query|React Router|Redis|Redux|Redux Saga|Redux Toolkit (rtk)|Remix|Replit|REST (api rest, rest api)|RESTful|Rollup|
RStudio|Ruby|Ruby on Rails|Rust|RxJS|Sails (sails js)|Sass|Scala|scikit-learn (sklearn)|Scratch|Scrum|SCSS|Selenium|Sequelize|
shadcn/ui (shadcn)|Shell Script|Socket.IO|SolidJS|Solidity|Spring|Spring Boot|SQL|SQL Server (mssql, ms sql, microsoft sql server)|
SQLAlchemy|SQLite|Storybook|Strapi|Stripe|styled-components|Supabase|Svelte|SvelteKit|SVG|Swagger|Swift|SwiftUI|Symfony|Tailwind CSS|
TanStack Query|Tauri|TensorFlow|Terraform|Testing Library|Three.js|tRPC|Trello|Turborepo|TypeORM|TypeScript (ts, type script)|Ubuntu|Unity|
Unreal Engine (unreal)|Vercel|Visual Basic (vb)|Visual Studio|Visual Studio Code|Vite|Vitest|VBA|VS Code|Vue.js|Vuetify|Vuex|
WebAssembly (wasm)|WebGL|webpack|WebRTC|WebSocket|WhatsApp API|Windows|Word (microsoft word)|WordPress (wp)|Xcode|XML|YAML (yml)|Yarn|Yup|
Zod|Zustand
`;

export const KNOWN_TECHNOLOGIES = LIST.replaceAll('\n', '').split('|').map(parse);

/** Maps each normalized name and alias to the official name. ".js" and " CSS" are optional: "vue" finds Vue.js. */
export const SPELLINGS: readonly { key: string; name: string }[] = KNOWN_TECHNOLOGIES.flatMap(({ name, aliases }) =>
  [...new Set([name, name.replace(/( CSS|\.js)$/, ''), ...aliases].map(spellingOf))].map((key) => ({ key, name })),
);

/** Official names by normalized spelling. The first entry with a spelling wins. */
const OFFICIAL_NAMES: ReadonlyMap<string, string> = new Map(SPELLINGS.toReversed().map(({ key, name }) => [key, name]));

const SPELLINGS_OF = Map.groupBy(OFFICIAL_NAMES.keys(), (key) => OFFICIAL_NAMES.get(key));

/** `name` is the official name, or the text itself if unknown. `spellings` is empty for a text of punctuation only. */
export type NamedTechnology = { name: string; spellings: readonly string[] };

export function technologyNamed(title: string): NamedTechnology {
  const spelling = storedSpelling(title);
  const name = OFFICIAL_NAMES.get(spelling);
  return { name: name ?? title, spellings: SPELLINGS_OF.get(name) ?? (spelling === '' ? [] : [spelling]) };
}

/** Titles with the same key are one technology: at /pessoas, in a class and in its CSV. */
export function technologyKey(title: string): string {
  return technologyNamed(title).spellings[0] ?? titleKey(title);
}

/** The key of a technology in the database. A change of the rule needs a migration; a new official name does not. */
export function storedSpelling(title: string): string {
  return spellingOf(searchKey(title));
}

export function spellingOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}+#]/gu, '');
}

function parse(entry: string): { name: string; aliases: string[] } {
  const [, name = entry, aliases] = /^(.+?)(?: \((.+)\))?$/.exec(entry) ?? [];
  return { name, aliases: aliases?.split(', ') ?? [] };
}
