import type { FastifyInstance } from 'fastify';
import { generic } from '../problems.ts';
import type { Services } from '../services.ts';

const PATH = '/.well-known/security.txt';
// RFC 9116, section 2.5.5: less than a year. Each answer is new, so it never runs out while somebody serves it.
const LASTS = 180 * 24 * 60 * 60_000;

/** Whom to tell of a weakness (RFC 9116). */
export function securityTxtRoutes(app: FastifyInstance, { clock, contact = '', publicUrl = '' }: Services): void {
  const address = contactUri(contact);
  const config = { refuses: [generic('not-found')], answers: 'text/plain' };
  app.get(PATH, { config, schema: {} }, async (_request, reply) => {
    if (address === undefined) throw generic('not-found');
    const lines = [
      `Contact: ${address}`,
      `Expires: ${new Date(clock().getTime() + LASTS).toISOString()}`,
      'Preferred-Languages: pt, en',
      ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${PATH}`] : []),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

/** An address of the web must be https (section 2.5.3). */
function contactUri(contact: string): string | undefined {
  if (URL.canParse(contact)) return contact.startsWith('https:') ? contact : undefined;
  return contact === '' ? undefined : `mailto:${contact}`;
}
