import type { Writable } from 'node:stream';
import {
  type FastifyBaseLogger,
  type FastifyLoggerOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { PinoLoggerOptions } from 'fastify/types/logger.js';

/** `json` for machines; `text` is one short line each, for whoever sits at the terminal. */
export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

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
      req: ({ method, url }) => ({ method, url: url.replace(/\?.*$/s, '') }),
      res: ({ statusCode }) => ({ statusCode }),
    },
  };
}

/** One line a request, when it is answered. */
export class RequestLog extends LogController {
  // All that its lines hold is listed here: nothing to redact, which takes longer than to write them.
  #lines: FastifyBaseLogger | undefined;

  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'incoming request');
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) return request.log.error({ ...line, err: error }, 'request errored');
    const { log, server } = request;
    // A route may have a level of its own.
    if (log.level !== server.log.level) return log.info(line, 'request completed');
    this.#lines ??= server.log.child({}, { redact: [] });
    return this.#lines.info({ reqId: request.id, ...line }, 'request completed');
  }
}

// In bytes. A reader of the log that stalls loses lines: waiting for it would stop the server.
const UNREAD_LIMIT = 1024 * 1024;

/** Where lines go; never waits. */
export function logStream(out: Writable, format: LogFormat): { write: (line: string) => void } {
  // Nobody is left to be told.
  out.on('error', () => undefined);
  return {
    write: (line) => {
      if (out.writableLength < UNREAD_LIMIT) out.write(format === 'text' ? asText(line) : line);
    },
  };
}

type Entry = {
  level: number;
  time: number;
  msg?: string;
  req?: { method: string; url: string };
  res?: { statusCode: number };
  err?: { type: string; message: string };
};

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** One line of what pino writes. Control characters of a message could move the terminal's cursor. */
function asText(entry: string): string {
  const { level, time, msg = '', req, res, err } = JSON.parse(entry) as Entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const parts = [
    clock,
    LEVELS[level],
    msg,
    req?.method,
    req?.url,
    res?.statusCode,
    err && `${err.type}: ${err.message}`,
  ];
  const line = parts.filter((part) => part !== undefined && part !== '').join(' ');
  return `${line.replaceAll(/\p{Cc}+/gu, ' ')}\n`;
}
