import * as z from 'zod/mini';
import { webAddress } from './field-rules.ts';

// Without a path, "ana.souza" is a name, and only a common ending makes a domain.
const ADDRESS =
  /^(?:\w*:?\/\/)?((?:[\p{L}\d-]+\.)+(?:\p{L}{2,}[:/]\S*|(?:com|br|dev|io|me|net|org|app)(?:[?#]\S*)?))$/iu;
const SITE_AND_PATH = /^(linkedin|github|instagram)(\/\S+)$/i;
const INSTAGRAM_NAME = /^@([\w.]{1,30})$/;

/** Completes a link without `https://`. Also makes one from an Instagram name or a phone number. */
export function correctedLink(text: string): string | undefined {
  const typed = text.trim();
  const link = phoneLink(typed) ?? addressOf(typed);
  return link !== undefined && z.safeParse(webAddress(), link).success ? link : undefined;
}

function addressOf(text: string): string | undefined {
  const [, name] = INSTAGRAM_NAME.exec(text) ?? [];
  if (name !== undefined) return `https://www.instagram.com/${name}`;
  const [, site, path] = SITE_AND_PATH.exec(text) ?? [];
  if (site !== undefined) return `https://${site.toLowerCase()}.com${path}`;
  const [, address] = ADDRESS.exec(text) ?? [];
  return address && `https://${address}`;
}

/** Ten or eleven digits without a country code are a Brazilian number. */
function phoneLink(text: string): string | undefined {
  if (!/^[+\d\s().-]+$/.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  if (/^\d{10,11}$/.test(digits) && !text.startsWith('+')) return `https://wa.me/55${digits}`;
  return /^\d{12,13}$/.test(digits) ? `https://wa.me/${digits}` : undefined;
}
