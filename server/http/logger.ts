import type { FastifyLoggerOptions } from 'fastify';
import type { PinoLoggerOptions } from 'fastify/types/logger.js';

/** No bodies, headers, query strings or IP addresses (OWASP ASVS 16.2.5), and secrets of whole requests redacted. */
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
