import type { FastifyLoggerOptions } from 'fastify';
import type { PinoLoggerOptions } from 'fastify/types/logger.js';

/**
 * JSON lines on standard output, without secrets: no bodies, no headers, no query strings, no addresses of people
 * (OWASP ASVS 16.2.5). The redaction is for the day when somebody logs a whole request.
 */
export function loggerOptions(level: string): FastifyLoggerOptions & PinoLoggerOptions {
  return {
    level,
    redact: [
      'password',
      'old_password',
      'token',
      'authorization',
      '*.password',
      '*.token',
      '*.authorization',
      '*.*.authorization',
    ],
    serializers: {
      req: ({ id, method, url }) => ({ id, method, url: url.replace(/\?.*$/s, '') }),
      res: ({ statusCode }) => ({ statusCode }),
    },
  };
}
