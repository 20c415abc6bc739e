import type { Mutant } from './mutant.ts';

export const safety: Mutant[] = [
  {
    atoms: ['X-321'],
    fault: 'who asks for a link waits for the mail',
    file: 'server/routes/password-resets.ts',
    find: "reply.raw.once('finish', () => resetLinks.mail(request, email));",
    replace: 'resetLinks.mail(request, email);\n        await resetLinks.close();',
  },
  {
    atoms: ['X-322'],
    fault: 'links to one e-mail are asked for without a pace',
    file: 'server/accounts/throttle.ts',
    find: 'const FREE_LINKS = 3;',
    replace: 'const FREE_LINKS = 300;',
  },
  {
    atoms: ['X-320'],
    fault: 'a link in a mail begins with what the asker says of the host',
    file: 'server/accounts/reset-links.ts',
    find: 'event, origin, now: clock() });',
    replace: "event, origin: 'https://evil.example', now: clock() });",
  },
  {
    atoms: ['X-325'],
    fault: 'metrics name addresses as they were asked for',
    file: 'server/http/metrics.ts',
    find: 'function labelsOf({ method, routeOptions: { url } }: FastifyRequest)',
    replace: 'function labelsOf({ method, url }: FastifyRequest)',
  },
  {
    atoms: ['X-329'],
    fault: 'a hash of a lower cost is kept',
    file: 'server/routes/sessions.ts',
    find: 'if (!passwords.needsRehash(from)) return from;',
    replace: 'if (passwords.needsRehash(from)) return from;',
  },
  {
    atoms: ['X-331'],
    fault: 'an answer of any shape is shown',
    file: 'web/api.ts',
    find: "if (!isWhole(answer)) throw new TypeError('not whole');",
    replace: '',
  },
];
