import { expect, test } from 'vitest';
import { readable } from '../../../web/components/profile/web-link.tsx';

test.for([
  ['https://example.com/caf%C3%A9-da-manh%C3%A3/?q=p%C3%A3o', 'https://example.com/café-da-manhã/?q=pão'],
  ['https://example.com/%E6%97%A5%E6%9C%AC#%F0%9F%9A%80', 'https://example.com/日本#🚀'],
  // A host must not look like another, nor an encoded character like a separator.
  ['https://ex%C3%A1mple.com/%C3%A1', 'https://xn--exmple-qta.com/á'],
  ['https://g\u{456}thub.com/ana', 'https://xn--gthub-n2e.com/ana'],
  ['https://github.com\u{2044}@evil.example/ana', 'https://evil.example/ana'],
  ['https://git\u{200B}hub.com', 'https://github.com'],
  ['https://example.com/\u{202E}abc\u{200B} d', 'https://example.com/%E2%80%AEabc%E2%80%8B%20d'],
  ['https://example.com/a%20b%2Fc%3Fd', 'https://example.com/a%20b%2Fc%3Fd'],
  // Characters that reverse text or have no width, and bytes that are no UTF-8.
  ['https://example.com/%E2%80%AEabc%E2%80%8B', 'https://example.com/%E2%80%AEabc%E2%80%8B'],
  ['https://example.com/%C3%28%FF', 'https://example.com/%C3%28%FF'],
  ['example.com', 'example.com'],
] as const)('shows %s as %s (X-458)', ([address, text]) => {
  expect(readable(address)).toBe(text);
});
