/** The names of technologies as their makers spell them. */
export const KNOWN_TECHNOLOGIES: readonly string[] = `
ABAP|ActionScript|Ada|Adobe XD|Airflow|AJAX|Alpine.js|AMQP|Android|Android Studio|Angular|AngularJS|Ansible|Ant Design|Apache|Apache Cassandra|
Apache Flink|Apache Hadoop|Apache Kafka|Apache Spark|Apex|Apollo GraphQL|Appium|Arduino|ASP.NET|Assembly|Astro|Auth0|AWS|AWS Lambda|Axios|
Azure|Azure DevOps|Babel|Backbone.js|Bash|Bootstrap|Bower|Bulma|Bun|C#|C++|CakePHP|Capacitor|Cassandra|Chai|Chakra UI|Chart.js|Chef|
CircleCI|Clojure|Cloudflare|COBOL|CodeIgniter|CoffeeScript|Composer|Cordova|CouchDB|Crystal|CSS|CSS Modules|Cucumber|Cypress|D3.js|Dart|
Delphi|Deno|Discord.js|Django|Django REST Framework|Docker|Docker Compose|Drizzle|Drupal|DynamoDB|Ecto|EJS|Elasticsearch|Electron|Elixir|
Elm|Ember.js|Emotion|Enzyme|Erlang|esbuild|ESLint|Express|Express.js|F#|FastAPI|Fastify|Figma|Firebase|Firestore|Flask|Flutter|Fortran|
Framer Motion|Gatsby|GCP|Git|GitHub|GitHub Actions|GitLab|GitLab CI|Go|Godot|Google Cloud|Gradle|Grafana|GraphQL|Groovy|gRPC|Grunt|Gulp|
Handlebars|Haskell|Headless UI|Helm|Heroku|Hibernate|HTML|HTML5|HTMX|Hugo|Immer|Insomnia|Ionic|IPFS|Jasmine|Java|JavaScript|JAX|Jenkins|
Jest|Jira|Joi|jQuery|JSON|JSX|Julia|JUnit|Jupyter|JWT|Kafka|Karma|Keras|Keycloak|Kibana|Knex.js|Koa|Kotlin|Kubernetes|Kysely|Laravel|
LaTeX|Less|Linux|Lit|Lodash|Lua|MariaDB|Markdown|Material UI|MATLAB|Maven|MercadoPago|Meteor|Microsoft SQL Server|Mocha|MobX|Mockito|
MongoDB|Mongoose|MQTT|MySQL|NativeScript|Neo4j|NestJS|Netlify|Next.js|Nginx|NoSQL|Node.js|Nodemon|npm|NumPy|Nuxt|OAuth|Objective-C|
OCaml|OpenAPI|OpenCV|Oracle|Pandas|Parcel|Pascal|Passport|Perl|Phoenix|PHP|PHPUnit|Playwright|PL/SQL|pnpm|Polars|PostCSS|PostgreSQL|
Postman|Power BI|PowerShell|Preact|Prettier|Prisma|Prolog|Prometheus|Pug|Puppeteer|Pydantic|pytest|Python|PyTorch|Qt|Quarkus|Qwik|R|
RabbitMQ|Radix UI|Rails|React|React Hook Form|React Native|React Query|React Router|Redis|Redux|Redux Saga|Redux Toolkit|Remix|REST|
Rollup|Ruby|Ruby on Rails|Rust|RxJS|Sass|Scala|scikit-learn|Scrum|SCSS|Selenium|Sequelize|Shell Script|Sinatra|Sketch|Socket.IO|SolidJS|
Solidity|Spring|Spring Boot|SQL|SQL Server|SQLAlchemy|SQLite|Storybook|Strapi|Stripe|Styled Components|Supabase|Svelte|SvelteKit|SVG|
Swagger|Swift|SwiftUI|Symfony|Tailwind CSS|TanStack Query|Tauri|TensorFlow|Terraform|Testing Library|Three.js|TOML|Travis CI|tRPC|
Turborepo|Twig|TypeORM|TypeScript|Ubuntu|Unity|Unreal Engine|V|Vagrant|Vercel|Visual Basic|Visual Studio Code|Vite|Vitest|VBA|Vue.js|
Vuetify|Vuex|WebAssembly|WebGL|webpack|WebRTC|WebSocket|Windows|WordPress|Xamarin|Xcode|XML|YAML|Yarn|Yup|Zig|Zod|Zsh|Zustand
`
  .replaceAll('\n', '')
  .split('|');
