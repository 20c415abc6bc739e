import { DAY } from '../database/statements/time.ts';
import { generic } from '../problems.ts';
import type { App, Services } from '../services.ts';

const PATH = '/.well-known/security.txt';
// In milliseconds. RFC 9116, section 2.5.5, recommends less than a year.
const LIFETIME = 180 * DAY;

export function securityTxtRoutes(app: App, { clock, operatorContact, publicUrl = '' }: Services): void {
  const contact = contactUri(operatorContact);
  const config = { refuses: [generic('not-found')], mediaType: 'text/plain' };
  app.get(PATH, { config, schema: {} }, async (_request, reply) => {
    if (contact === undefined) throw generic('not-found');
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock().getTime() + LIFETIME).toISOString()}`,
      'Preferred-Languages: pt, en',
      ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${PATH}`] : []),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

/** Web addresses must be https (section 2.5.3). */
function contactUri(contact: string | undefined): string | undefined {
  if (contact === undefined || contact.startsWith('https:')) return contact;
  return URL.canParse(contact) ? undefined : `mailto:${contact}`;
}
