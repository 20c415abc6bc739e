import SwaggerUI, { type System } from 'swagger-ui-dist/swagger-ui-bundle.js';
import { BASE } from '../api.ts';

// The page for whoever writes a front end of their own: the API's document, to read and to try.
SwaggerUI({ dom_id: '#operations', url: `${BASE}/openapi.json`, plugins: [plainTexts] });
document.getElementById('document')?.setAttribute('href', `${BASE}/openapi.json`);

/**
 * Swagger UI takes the document's texts for Markdown and makes HTML of them, which the page's policy forbids. Ours hold
 * no more of it than `code`.
 */
function plainTexts({ React: { createElement } }: System) {
  const Text = ({ source }: { source?: unknown }) => {
    if (typeof source !== 'string' || source === '') return null;
    const parts = source.split('`').map((part, place) => (place % 2 === 0 ? part : createElement('code', null, part)));
    return createElement('div', { className: 'markdown' }, createElement('p', null, ...parts));
  };
  return { wrapComponents: { Markdown: () => Text } };
}
