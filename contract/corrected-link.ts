import * as z from 'zod/mini';
import { webAddress } from './field-rules.ts';

const CORRECTIONS: readonly [RegExp, (match: RegExpMatchArray) => string][] = [
  [/^@([\w.]{1,30})$/, ([, name]) => `https://www.instagram.com/${name}`],
  [/^(linkedin|github|instagram)(\/\S+)$/i, ([, site = '', path]) => `https://${site.toLowerCase()}.com${path}`],
  // Without a path, "maria.silva" is a name; with a common ending it is a host.
  [
    /^(?:\w*:?\/\/)?((?:[\w-]+\.)+(?:[a-z]{2,}\/\S*|com|br|dev|io|me|net|org|app))$/i,
    ([, address]) => `https://${address}`,
  ],
];

/** The link that a text without `https://` stands for, also for an Instagram name or a Brazilian phone number. */
export function correctedLink(text: string): string | undefined {
  const typed = text.trim();
  const link = fromPhone(typed) ?? fromText(typed);
  return link !== undefined && z.safeParse(webAddress(), link).success ? link : undefined;
}

function fromText(text: string): string | undefined {
  for (const [pattern, correct] of CORRECTIONS) {
    const match = pattern.exec(text);
    if (match) return correct(match);
  }
  return undefined;
}

function fromPhone(text: string): string | undefined {
  if (!/^[+\d\s().-]+$/.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  if (/^\d{10,11}$/.test(digits) && !text.startsWith('+')) return `https://wa.me/55${digits}`;
  return /^\d{12,13}$/.test(digits) ? `https://wa.me/${digits}` : undefined;
}
