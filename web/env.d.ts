interface ImportMetaEnv {
  /** The API's address, for pages hosted on an origin other than the API's own. */
  readonly VITE_API_URL?: string;
}

declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  import type { createElement } from 'react';

  /** What a plugin is handed: among all else the React that the page is drawn with. */
  export type System = { React: { createElement: typeof createElement } };
  type Resolve = (document: unknown, path: readonly string[]) => Promise<{ spec: unknown; errors: Error[] }>;
  type Plugin = (system: System) => {
    wrapComponents?: Record<string, (original: unknown) => unknown>;
    fn?: { resolveSubtree: Resolve };
  };
  type Options = { dom_id: string; url: string; plugins: Plugin[] };

  export default function SwaggerUI(options: Options): void;
}
