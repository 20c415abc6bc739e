import { expect, test } from 'vitest';
import { correctedLink } from '../../../web/components/secondary/corrected-link.ts';

test('only a domain with an optional path gets a scheme', () => {
  for (const text of ['linkedin.com/in/ana', 'www.ação.com.br', 'a-b.dev?x=1#y', 'exemplo.com:8080/é']) {
    expect(correctedLink(` ${text} `)).toBe(`https://${text}`);
  }
  const others = ['', '@ana', 'ana@example.com', '11 99999-0000', '3.14', 'https://a.example', 'mailto:a@b.example'];
  for (const text of [...others, 'javascript:alert(1)', 'a.example/x y', 'a..example', 'a.example:porta']) {
    expect(correctedLink(text), text).toBeUndefined();
  }
});
