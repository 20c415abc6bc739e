import type { Writable } from 'node:stream';
import {
  type FastifyBaseLogger,
  type FastifyLoggerOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { PinoLoggerOptions } from 'fastify/types/logger.js';

export const LOG_FORMATS = ['json', 'text'] as const;

const SECRETS = ['password', 'old_password', 'token', 'authorization'];
// Session tokens, and class codes in the paths of invitations.
const TOKENS = /tr_[\w-]{10,}|(?<=turma(?:\/|%2f)).+/gi;
// These mean the same percent-encoded (RFC 3986, section 2.3).
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;
// In characters. A client may send 8 KiB, which would fill the disk.
const URL_LIMIT = 200;

/** Logs no bodies, headers, query strings or IP addresses (OWASP ASVS 16.2.5), and redacts secrets. */
export function loggerOptions(level: string): FastifyLoggerOptions & PinoLoggerOptions {
  return {
    level,
    redact: [...SECRETS, ...SECRETS.map((name) => `*.${name}`), '*.*.authorization'],
    serializers: {
      req: ({ method, url }) => ({ method, url: withoutSecrets(url).slice(0, URL_LIMIT) }),
      res: ({ statusCode }) => ({ statusCode }),
    },
  };
}

function withoutSecrets(url: string): string {
  const path = url.replace(/\?.*$/s, '').replaceAll(UNRESERVED, (letter) => decodeURIComponent(letter));
  return path.replaceAll(TOKENS, '[Redacted]');
}

export class RequestLog extends LogController {
  // Without redaction, which takes longer than writing the line: the serializers select the fields.
  #logger: FastifyBaseLogger | undefined;

  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'incoming request');
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const fields = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) return request.log.error({ ...fields, err: error }, 'response failed');
    const { log, method, server } = request;
    // No rate limit bounds the number of these, so a flood would fill the disk.
    if (method === 'OPTIONS' || reply.statusCode === 429) return log.debug(fields, 'request completed');
    if (log.level !== server.log.level) return log.info(fields, 'request completed');
    this.#logger ??= server.log.child({}, { redact: [] });
    return this.#logger.info({ reqId: request.id, ...fields }, 'request completed');
  }
}

// In bytes. Above it, lines are dropped: waiting for a stalled reader of the log would stop the server.
const UNREAD_LIMIT = 1024 * 1024;

export function logStream(out: Writable, format: (typeof LOG_FORMATS)[number]): { write: (line: string) => void } {
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

/** Formats an entry of pino as one line, without control characters: they could move the terminal's cursor. */
function asText(entry: string): string {
  const { level, time, msg = '', req, res, err } = JSON.parse(entry) as Entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const fault = err && `${err.type}: ${err.message}`;
  const parts = [clock, LEVELS[level], msg, req?.method, req?.url, res?.statusCode, fault];
  const line = parts.filter((part) => part !== undefined && part !== '').join(' ');
  return `${line.replaceAll(/\p{Cc}+/gu, ' ')}\n`;
}
