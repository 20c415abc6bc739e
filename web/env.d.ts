interface ImportMetaEnv {
  readonly VITE_API_URL?: string;
}

declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  import type { createElement, FunctionComponent, useEffect } from 'react';

  export type System = { React: { createElement: typeof createElement; useEffect: typeof useEffect } };
  type Schemes = Record<string, unknown>;
  export type Popup = {
    authActions: {
      authorize: (schemes: Schemes) => void;
      logout: (names: string[]) => void;
      showDefinitions: (none: false) => void;
    };
    authSelectors: { authorized: () => { size: number }; shownDefinitions: () => { toJS: () => Schemes[] } };
  };
  type Resolve = (document: unknown, path: readonly string[]) => Promise<{ spec: unknown; errors: Error[] }>;
  type Plugin = (system: System) => {
    wrapComponents?: Record<string, () => FunctionComponent<never>>;
    fn?: { resolveSubtree: Resolve };
  };
  type Options = { dom_id: string; url: string; plugins: Plugin[] };

  export default function SwaggerUI(options: Options): void;
}
