import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What a built page is told of its server. */
export type Operator = {
  contact: string | undefined;
  /** Whether whoever has forgotten their password gets a link by mail. */
  mailsLinks: boolean;
};

export function isSilent({ contact, mailsLinks }: Operator): boolean {
  return contact === undefined && !mailsLinks;
}

/** Writes it where the page's script reads it, and the contact where the page names it, too. */
export function withOperator(page: string, { contact, mailsLinks }: Operator): string {
  const told = contact === undefined ? page : withContact(page, contact);
  return mailsLinks ? told.replace('<meta name="contact"', '<meta name="reset-links" content="mail">$&') : told;
}

function withContact(page: string, contact: string): string {
  const text = contact.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
  const link = `<a href="${URL.canParse(contact) ? '' : 'mailto:'}${text}">${text}</a>`;
  return page
    .replace('<meta name="contact" content=""', () => `<meta name="contact" content="${text}"`)
    .replace(/(?<=<span data-contact="">).*?(?=<\/span>)/s, () => link);
}

/**
 * Makes the answer of a page that is not sent from its file: compressed once, and sent again only when it differs. The
 * quality is Brotli's, up to 11.
 */
export function answerWith(page: string, quality = constants.BROTLI_MAX_QUALITY) {
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  const encoded = {
    br: brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: gzipSync(page),
  };
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, vary: 'accept-encoding' }).type('text/html; charset=utf-8');
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    const accepted = headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    if (encoding === undefined) return reply.send(page);
    return reply.header('content-encoding', encoding).send(encoded[encoding]);
  };
}
