import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  type FastifyServerOptions,
} from 'fastify';
import * as z from 'zod/mini';
import { decorateRequests, noticeSession, requireSession } from './accounts/authentication.ts';
import type { Mailer } from './accounts/mailer.ts';
import type { Passwords } from './accounts/passwords.ts';
import { makeResetLinks } from './accounts/reset-links.ts';
import { makeThrottle, NO_THROTTLE } from './accounts/throttle.ts';
import { SESSION_IDLE_DAYS } from '#contract/limits.ts';
import type { PublicPageDrawing } from '#contract/public/page.ts';
import { DEFAULT } from './compatibility.ts';
import type { Config } from './config.ts';
import type { Database } from './database/open.ts';
import { DatabaseUnavailable } from './database/errors.ts';
import { serializerCompiler } from './http/serializer.ts';
import { connectionOptions, guardConnections, type TimeOuts } from './http/connection.ts';
import { addHeaders, METHODS } from './http/headers.ts';
import { RequestLog } from './http/logger.ts';
import { describeRoutes, describeSession } from './openapi/document.ts';
import { pageRoutes, type Pages, readPages, sendMissingPage, wantsPage } from './http/pages.ts';
import { generic, ProblemError, tellRefusal, toProblem } from './problems.ts';
import { LIMITS, type MachineLimits } from './limits.ts';
import { Overloaded, type Queue } from './queue.ts';
import { makeYieldingQueue } from './http/sockets.ts';
import { limitRates } from './http/rate-limits.ts';
import { type PressureMarks, shedLoad } from './http/load-shedding.ts';
import { limitBodies, limitConcurrency, limitUnreadBytes } from './http/fairness.ts';
import { sendOnce } from './http/etag.ts';
import { avatarFileRoutes, avatarRoutes } from './routes/avatars.ts';
import { cardRoutes } from './routes/cards.ts';
import { healthRoutes } from './routes/health.ts';
import { passwordResetRoutes } from './routes/password-resets.ts';
import { profileRoutes } from './routes/profile.ts';
import { publicPageRoutes } from './routes/public-pages.ts';
import { resumeRoutes } from './routes/resume.ts';
import { securityTxtRoutes } from './routes/security-txt.ts';
import { logInRoutes, sessionRoutes } from './routes/sessions.ts';
import { technologyRoutes } from './routes/technologies.ts';
import { accountRoutes, signUpRoutes, userRoutes } from './routes/users.ts';
import { workRoutes } from './routes/works.ts';
import type { Services } from './services.ts';
import { validation } from './validation.ts';

type Settings =
  'publicUrl' | 'trustedProxies' | 'corsOrigins' | 'compatibility' | 'contact' | 'passwordProfile' | 'sessionIdle';

export type AppParts = Partial<Pick<Config, Settings>> & {
  database: Database;
  passwords: Passwords;
  /** Undefined sends no mails, as does no `publicUrl`: their links begin with it. */
  mailer?: Mailer | undefined;
  /** Undefined serves the API only. */
  pages?: string | undefined;
  /** Undefined serves no public pages, only their pictures. */
  drawing?: (() => Promise<PublicPageDrawing>) | undefined;
  logger?: FastifyServerOptions['logger'];
  /** Tests set these. */
  clock?: () => Date;
  stopping?: AbortSignal;
  timeOuts?: TimeOuts;
  /** False turns off what counts: rates and the throttle. */
  limits?: boolean;
  /** Rows that differ from `LIMITS`. */
  machine?: Partial<MachineLimits>;
  pressure?: Partial<PressureMarks>;
  /** In milliseconds, of one preview. */
  previewLimit?: number;
};

// Fastify loads compilers of its own, for 40 ms, unless it is told of others. `setValidatorCompiler` comes before them.
const NO_COMPILERS = {
  compilersFactory: { buildValidator: notOurs, buildSerializer: notOurs },
};

function notOurs(): never {
  throw new Error('A schema was registered before the compilers');
}

const SESSION_IDLE = SESSION_IDLE_DAYS * 24 * 60 * 60_000;

/** The whole app, ready for `listen` or `inject`. The caller closes the database. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { database, publicUrl, corsOrigins, trustedProxies = [] } = parts;
  const { clock = () => new Date(), logger = false, limits = true } = parts;
  const machine = { ...LIMITS, ...parts.machine };
  const services: Services = {
    compatibility: DEFAULT,
    passwordProfile: 'spec',
    sessionIdle: SESSION_IDLE,
    stopping: new AbortController().signal,
    ...parts,
    clock,
    throttle: limits ? makeThrottle(database, clock) : NO_THROTTLE,
    resetLinks: resetLinksOf(parts, clock),
  };
  const operator = { contact: parts.contact, mailsLinks: services.resetLinks !== undefined };
  const pages = parts.pages === undefined ? undefined : readPages(parts.pages, operator);
  const app: FastifyInstance = Fastify({
    ...connectionOptions({ ...parts, limits: machine, trustedProxies, corsOrigins }),
    // Ten seconds would end a start on a machine that is busy enough.
    pluginTimeout: 0,
    logger,
    schemaController: NO_COMPILERS,
    logController: new RequestLog(),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(notFoundHandler(pages));
  decorateRequests(app, publicUrl);
  addHeaders(app, { https: publicUrl?.startsWith('https:') ?? false, corsOrigins });
  guardConnections(app, trustedProxies, services.stopping);
  if (limits) limitRates(app, machine.rates);
  describeRoutes(app, services.compatibility);
  shedLoad(app, parts.pressure);
  limitBodies(app, machine.bodies);
  limitUnreadBytes(app, machine.unread);
  const queue = makeYieldingQueue(app.server, machine.requests);
  registerDoors(app, services, queue);
  app.register(async (readers) => {
    // Nobody learns whether a page is private or was never there.
    if (pages !== undefined) readers.setErrorHandler(pageNotFoundHandler(pages));
    limitConcurrency(readers, queue);
    publicPageRoutes(readers, services, { loadDrawing: parts.drawing, timeLimit: parts.previewLimit });
  });
  if (pages !== undefined) app.register(async (visitors) => pageRoutes(visitors, pages));
  app.addHook('onClose', async () => services.resetLinks?.close());
  return app;
}

function resetLinksOf({ database, mailer, publicUrl, contact }: AppParts, clock: () => Date) {
  if (mailer === undefined || publicUrl === undefined) return undefined;
  return makeResetLinks({ database, clock, mailer, origin: publicUrl, contact });
}

function registerDoors(app: FastifyInstance, services: Services, queue: Queue): void {
  app.register(async (visitors) => {
    healthRoutes(visitors, services);
    securityTxtRoutes(visitors, services);
    for (const routes of [signUpRoutes, logInRoutes, passwordResetRoutes, avatarFileRoutes]) routes(visitors, services);
  });
  app.register(async (noticed) => {
    describeSession(noticed, 'noticed');
    noticed.addHook('onRequest', noticeSession(services));
    limitConcurrency(noticed, queue);
    userRoutes(noticed, services);
  });
  app.register(async (signedIn) => {
    describeSession(signedIn, 'required');
    signedIn.addHook('onRequest', requireSession(services));
    limitConcurrency(signedIn, queue);
    for (const routes of [sessionRoutes, profileRoutes, technologyRoutes, workRoutes, accountRoutes]) {
      routes(signedIn, services);
    }
  });
  app.register(async (embedded) => {
    limitConcurrency(embedded, queue);
    sendOnce(embedded);
    cardRoutes(embedded, services);
  });
  // A door of its own, for larger bodies and for the parser that bounds them.
  app.register(async (withResume) => {
    describeSession(withResume, 'required');
    withResume.addHook('onRequest', requireSession(services));
    limitConcurrency(withResume, queue);
    resumeRoutes(withResume, services);
  });
  // A door of its own, for its content type parsers, and for files that take long to arrive.
  app.register(async (withFiles) => {
    describeSession(withFiles, 'required');
    withFiles.addHook('onRequest', requireSession(services));
    avatarRoutes(withFiles, services);
  });
}

const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: validation(result.error) };
  };
};

const OF_A_FILE = ['content-encoding', 'content-length', 'etag', 'last-modified', 'accept-ranges'];

function answerFailure(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, headers, problem } = tellRefusal(toProblem(error));
  // No stack for what lasts: a flood of refused requests would fill the disk with logs.
  if (error instanceof Overloaded || error instanceof DatabaseUnavailable) {
    request.log.warn({ reason: reasonOf(error) }, 'request refused');
  } else if (statusCode >= 500 && !(error instanceof ProblemError)) {
    request.log.error({ err: error }, 'request failed');
  }
  // What was said of the answer that could not be made is not true of this one.
  for (const name of OF_A_FILE) reply.removeHeader(name);
  reply.header('cache-control', 'no-store');
  return reply.code(statusCode).headers(headers).send(problem);
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

function pageNotFoundHandler(pages: Pages) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const isMissing = toProblem(error).statusCode === 404 && wantsPage(request);
    return isMissing ? sendMissingPage(reply, pages) : answerFailure(error, request, reply);
  };
}

// Another method's address is 405 and names its methods (RFC 9110, section 15.5.6).
function notFoundHandler(pages: Pages | undefined) {
  return async function answerMissing(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
    const allowed = METHODS.filter((method) => this.findRoute({ method, url: request.url }) !== null);
    if (allowed.length > 0) throw generic('method-not-allowed', { allow: [...allowed, 'OPTIONS'].join(', ') });
    if (pages !== undefined && wantsPage(request)) return sendMissingPage(reply, pages);
    throw generic('not-found');
  };
}
