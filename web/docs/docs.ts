import SwaggerUI, { type Popup, type System } from 'swagger-ui-dist/swagger-ui-bundle.js';
import { BASE } from '../api.ts';

SwaggerUI({
  dom_id: '#swagger-ui',
  url: `${BASE}/openapi.json`,
  plugins: [plainMarkdown, localReferences, tokenDialog],
});
document.getElementById('document')?.setAttribute('href', `${BASE}/openapi.json`);

/** Renders Markdown without HTML strings, which Trusted Types forbid. Our texts use only the `code` syntax. */
function plainMarkdown({ React: { createElement } }: System) {
  const Text = ({ source }: { source?: unknown }) => {
    if (typeof source !== 'string' || source === '') return null;
    const parts = source.split('`').map((part, index) => (index % 2 === 0 ? part : createElement('code', null, part)));
    return createElement('div', { className: 'markdown' }, createElement('p', null, ...parts));
  };
  return { wrapComponents: { Markdown: () => Text } };
}

/** Replaces Swagger UI's authorization popup, which is not accessible, with the page's `<dialog>`. */
function tokenDialog({ React: { useEffect } }: System) {
  const dialog = document.querySelector('dialog');
  const field = dialog?.querySelector('input');
  const forget = dialog?.querySelector('.forget');
  const ends = ['submit', 'cancel'];

  const TokenPopup = ({ authActions, authSelectors }: Popup) => {
    useEffect(() => {
      if (!dialog || !field) return undefined;
      const [schemes = {}] = authSelectors.shownDefinitions().toJS();
      // `close` fires a frame after the dialog closes, when a key may have opened it again.
      const handleEnd = (event: Event) => {
        const [name = '', schema] = Object.entries(schemes)[0] ?? [];
        const choice = event instanceof SubmitEvent ? event.submitter?.getAttribute('value') : undefined;
        if (choice === 'use') authActions.authorize({ [name]: { name, schema, value: field.value.trim() } });
        if (choice === 'forget') authActions.logout([name]);
        authActions.showDefinitions(false);
      };
      for (const end of ends) dialog.addEventListener(end, handleEnd);
      if (!dialog.open) {
        field.value = '';
        forget?.toggleAttribute('hidden', authSelectors.authorized().size === 0);
        dialog.showModal();
      }
      return () => {
        for (const end of ends) dialog.removeEventListener(end, handleEnd);
      };
    }, [authActions, authSelectors]);
    return null;
  };

  return { wrapComponents: { authorizationPopup: () => TokenPopup } };
}

/** Replaces Swagger UI's resolver, which needs ten seconds for each opened operation on a slow machine. */
function localReferences() {
  return {
    fn: {
      async resolveSubtree(document: unknown, path: readonly string[]) {
        return { spec: resolve(partAt(document, path), document), errors: [] };
      },
    },
  };
}

function partAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
}

function resolve(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => resolve(item, document));
  if (!isObject(part)) return part;
  if (typeof part['$ref'] === 'string') {
    const $$ref = part['$ref'];
    return merge(resolve(partAt(document, $$ref.slice('#/'.length).split('/')), document), { $$ref });
  }
  const { allOf, ...rest } = mapValues(part, (value) => resolve(value, document));
  return Array.isArray(allOf) ? [...allOf, rest].reduce(merge) : rest;
}

function merge(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  return { ...one, ...mapValues(other, (value, key) => merge(one[key], value)) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(object: Record<string, unknown>, change: (value: unknown, key: string) => unknown) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
