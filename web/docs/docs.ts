import type { FunctionComponent } from 'react';
import SwaggerUI, { type Padlock, type Popup, type Summary, type System } from 'swagger-ui-dist/swagger-ui-bundle.js';
import { BASE } from '../api.ts';

SwaggerUI({
  dom_id: '#swagger-ui',
  url: `${BASE}/openapi.json`,
  plugins: [plainTexts, ownReferences, tokenDialog, padlocks],
});
document.getElementById('document')?.setAttribute('href', `${BASE}/openapi.json`);

/** Swagger UI makes HTML of Markdown, which the page's policy forbids. Our texts hold no Markdown but `code`. */
function plainTexts({ React: { createElement } }: System) {
  const Text = ({ source }: { source?: unknown }) => {
    if (typeof source !== 'string' || source === '') return null;
    const parts = source.split('`').map((part, place) => (place % 2 === 0 ? part : createElement('code', null, part)));
    return createElement('div', { className: 'markdown' }, createElement('p', null, ...parts));
  };
  return { wrapComponents: { Markdown: () => Text } };
}

/** The page's own dialog in place of Swagger UI's, which is none to a keyboard or a screen reader. */
function tokenDialog({ React: { useEffect } }: System) {
  const dialog = document.querySelector('dialog');
  const field = dialog?.querySelector('input');
  const forget = dialog?.querySelector('.forget');
  // A button of its form, and the Escape key.
  const ends = ['submit', 'cancel'];

  const TokenPopup = ({ authActions, authSelectors }: Popup) => {
    useEffect(() => {
      if (!dialog || !field) return undefined;
      const [schemes = {}] = authSelectors.shownDefinitions().toJS();
      // Before the dialog closes: its `close` event comes a frame later, when a key may have opened it again.
      const answer = (event: Event) => {
        const [name = '', schema] = Object.entries(schemes)[0] ?? [];
        const choice = event instanceof SubmitEvent ? event.submitter?.getAttribute('value') : undefined;
        if (choice === 'use') authActions.authorize({ [name]: { name, schema, value: field.value.trim() } });
        if (choice === 'forget') authActions.logout([name]);
        authActions.showDefinitions(false);
      };
      for (const end of ends) dialog.addEventListener(end, answer);
      if (!dialog.open) {
        field.value = '';
        forget?.toggleAttribute('hidden', authSelectors.authorized().size === 0);
        dialog.showModal();
      }
      return () => {
        for (const end of ends) dialog.removeEventListener(end, answer);
      };
    }, [authActions, authSelectors]);
    return null;
  };

  return { wrapComponents: { authorizationPopup: () => TokenPopup } };
}

/** A padlock where a token is needed: Swagger UI draws one also where it is optional, and closed. */
function padlocks({ React: { createElement } }: System) {
  const TokenPadlock = ({ isAuthorized, onClick, getComponent }: Padlock) => {
    const name = isAuthorized ? 'Cadeado fechado: há um token' : 'Cadeado aberto: falta o token';
    const icon = getComponent(isAuthorized ? 'LockAuthOperationIcon' : 'UnlockAuthOperationIcon', true);
    const className = 'authorization__btn';
    return createElement('button', { type: 'button', className, 'aria-label': name, onClick }, createElement(icon));
  };

  return {
    wrapComponents: {
      authorizeOperationBtn: () => TokenPadlock,
      OperationSummary: (Original: FunctionComponent<Summary>) => (props: Summary) => {
        const { operationProps } = props;
        const isFree = operationProps.get('security')?.some((needed) => needed.isEmpty()) === true;
        return createElement(Original, {
          ...props,
          operationProps: isFree ? operationProps.delete('security') : operationProps,
        });
      },
      // As wide as nothing, and yet a stop of the Tab key at every call.
      CopyToClipboardBtn: () => () => null,
    },
  };
}

/** Swagger UI would read the whole document anew for each call that is opened, which takes seconds. */
function ownReferences() {
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

/** The same with what each `$ref` names in its place; all of ours are in the document, and none leads to itself. */
function resolve(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => resolve(one, document));
  if (!isObject(part)) return part;
  if (typeof part['$ref'] === 'string') {
    // By the last word Swagger UI tells how that is called.
    const $$ref = part['$ref'];
    return merge(resolve(partAt(document, $$ref.slice('#/'.length).split('/')), document), { $$ref });
  }
  const { allOf, ...rest } = mapValues(part, (value) => resolve(value, document));
  return Array.isArray(allOf) ? [...allOf, rest].reduce(merge) : rest;
}

/** Two schemas as one that says what both say; where they differ, the second is the narrower one. */
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
