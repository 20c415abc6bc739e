import { expect, test } from 'vitest';
import { correctedLink } from '#contract/corrected-link.ts';

test('an address gets its scheme; an Instagram name and a phone number become links', () => {
  for (const text of ['linkedin.com/in/ana', 'www.ação.com.br', 'a-b.dev?x=1#y', 'exemplo.com:8080/é']) {
    expect(correctedLink(` ${text} `)).toBe(`https://${text}`);
  }
  for (const [text, link] of [
    ['htps://ana.dev', 'https://ana.dev'],
    ['linkedin/in/ana', 'https://linkedin.com/in/ana'],
    ['@ana.souza', 'https://www.instagram.com/ana.souza'],
    ['(11) 98765-4321', 'https://wa.me/5511987654321'],
    ['+351 912 345 678', 'https://wa.me/351912345678'],
  ] as const) {
    expect(correctedLink(text)).toBe(link);
  }
  const others = ['', 'ana', 'ana.souza', 'ana@example.com', '99999-0000', '3.14', 'mailto:a@b.example'];
  for (const text of [...others, 'javascript:alert(1)', 'a.com/x y', 'a..com', 'a.com:porta', '@ana/../b']) {
    expect(correctedLink(text), text).toBeUndefined();
  }
});
