interface ImportMetaEnv {
  /** The API's address, for pages hosted on an origin other than the API's own. */
  readonly VITE_API_URL?: string;
}

declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  import type { createElement, FunctionComponent } from 'react';

  /** What a plugin is handed: among all else the React that the page is drawn with. */
  export type System = { React: { createElement: typeof createElement } };
  /** What its components are handed, as far as ours use it. */
  export type Padlock = {
    isAuthorized: boolean;
    onClick: () => void;
    getComponent: (name: string, isContainer: true) => FunctionComponent;
  };
  type Security = { some: (is: (needed: { isEmpty: () => boolean }) => boolean) => boolean };
  type OperationProps = {
    get: (name: 'security') => Security | undefined;
    delete: (name: 'security') => OperationProps;
  };
  export type Summary = { operationProps: OperationProps };
  type Resolve = (document: unknown, path: readonly string[]) => Promise<{ spec: unknown; errors: Error[] }>;
  type Plugin = (system: System) => {
    wrapComponents?: Record<string, (original: FunctionComponent<Summary>) => unknown>;
    fn?: { resolveSubtree: Resolve };
  };
  type Options = { dom_id: string; url: string; plugins: Plugin[] };

  export default function SwaggerUI(options: Options): void;
}
