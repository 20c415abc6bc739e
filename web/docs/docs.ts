import SwaggerUI, { type System } from 'swagger-ui-dist/swagger-ui-bundle.js';
import { BASE } from '../api.ts';

SwaggerUI({ dom_id: '#swagger-ui', url: `${BASE}/openapi.json`, plugins: [plainTexts] });
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
