import type { Writable } from 'node:stream';
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

// In bytes. A reader of the log that stalls loses lines: waiting for it would stop the server.
const UNREAD_LIMIT = 1024 * 1024;

/** Where lines go; never waits. */
export function logStream(out: Writable): { write: (line: string) => void } {
  // Nobody is left to be told.
  out.on('error', () => undefined);
  return {
    write: (line) => {
      if (out.writableLength < UNREAD_LIMIT) out.write(line);
    },
  };
}
