import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  type FastifyServerOptions,
} from 'fastify';
import * as z from 'zod/mini';
import { decorateRequests, readOptionalSession, requireSession, type SessionCheck } from './accounts/authentication.ts';
import type { Mailer } from './accounts/mailer.ts';
import type { Passwords } from './accounts/passwords.ts';
import { makeResetLinks } from './accounts/reset-links.ts';
import { logSecurityEvents } from './accounts/security-log.ts';
import { makeThrottle, NO_THROTTLE } from './accounts/throttle.ts';
import { SESSION_IDLE_DAYS } from '#contract/limits.ts';
import { DEFAULT } from './compatibility.ts';
import type { Config } from './config.ts';
import type { Database } from './database/open.ts';
import { DAY } from './database/statements/time.ts';
import { serializerCompiler } from './http/serializer.ts';
import { connectionOptions, guardConnections, parseInSlices, parseJson, type TimeOuts } from './http/connection.ts';
import { addHeaders, METHODS } from './http/headers.ts';
import { RequestLog } from './http/logger.ts';
import { describeRoutes, describeSession } from './openapi/document.ts';
import { missingPage, pageRoutes, readPages, wantsPage } from './http/pages.ts';
import { LIMITS, type MachineLimits } from './load/limits.ts';
import { generic, isUnavailable, ProblemError, publishRefusal, toProblem } from './problems.ts';
import { Overloaded } from './load/queue.ts';
import { limitRates } from './load/rate-limits.ts';
import { type PressureLimits, shedLoad } from './load/load-shedding.ts';
import { trackClients } from './load/sockets.ts';
import {
  limitBodies,
  limitConcurrency,
  limitUnreadBytes,
  makeRequestQueues,
  type RequestQueues,
} from './load/fairness.ts';
import { etag } from './http/etag.ts';
import { loadOnce, makeMissingPage, makePublicPages } from './public/page.ts';
import { avatarFileRoutes, avatarRoutes } from './routes/avatars.ts';
import { cardRoutes } from './routes/cards.ts';
import { classJoinRoutes, classMemberRoutes, classRoutes } from './routes/classes.ts';
import { healthRoutes } from './routes/health.ts';
import { passwordResetRoutes } from './routes/password-resets.ts';
import { peopleRoutes } from './routes/people.ts';
import { profileRoutes, recordRoutes } from './routes/profile.ts';
import { ownPageRoutes, publicPageRoutes } from './routes/public-pages.ts';
import { resumeRoutes } from './routes/resume.ts';
import { securityTxtRoutes } from './routes/security-txt.ts';
import { logInRoutes, sessionRoutes } from './routes/sessions.ts';
import { technologyRoutes } from './routes/technologies.ts';
import { accountRoutes, signUpRoutes, userRoutes } from './routes/users.ts';
import { workRoutes } from './routes/works.ts';
import { type App, type Services, withZod } from './services.ts';
import { validation } from './validation.ts';

type OptionalServices = 'clock' | 'stopping' | 'drawing' | 'previewLimit';
export type AppParts = Partial<Omit<Config, 'database' | 'pages'> & Pick<Services, OptionalServices>> & {
  database: Database;
  passwords: Passwords;
  /** Sends mails only if `publicUrl` is set, because their links start with it. */
  mailer?: Mailer | undefined;
  pages?: string | undefined;
  logger?: FastifyServerOptions['logger'];
  /** For tests and benchmarks, as are the parts below. */
  timeOuts?: TimeOuts;
  machine?: Partial<MachineLimits>;
  pressure?: Partial<PressureLimits>;
};

// Fastify's default compilers take 40 ms to load; `setValidatorCompiler` would be too late to prevent it.
const NO_COMPILERS = { compilersFactory: { buildValidator: unexpected, buildSerializer: unexpected } };

function unexpected(): never {
  throw new Error('A schema was registered before the compilers');
}

/** The whole app, ready for `listen` or `inject`. The caller closes the database. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { database, publicUrl, corsOrigins, mailer, operatorContact, trustedProxies = [] } = parts;
  const { clock = () => new Date(), logger = false, rateLimit = true } = parts;
  const machine = { ...LIMITS, ...parts.machine };
  const drawing = parts.drawing && loadOnce(parts.drawing);
  const services: Services = {
    compatibility: DEFAULT,
    passwordProfile: 'spec',
    sessionIdle: SESSION_IDLE_DAYS * DAY,
    stopping: new AbortController().signal,
    ...parts,
    clock,
    drawing,
    drawPage: drawing && makePublicPages(drawing),
    throttle: rateLimit ? makeThrottle(database, clock) : NO_THROTTLE,
    resetLinks:
      mailer && publicUrl !== undefined
        ? makeResetLinks({ database, clock, mailer, origin: publicUrl, operatorContact })
        : undefined,
  };
  const operator = { contact: operatorContact, mailsLinks: services.resetLinks !== undefined };
  const pages = parts.pages === undefined ? undefined : readPages(parts.pages, operator);
  const sendMissingPage = pages && missingPage(pages);
  const app: FastifyInstance = Fastify({
    ...connectionOptions({ ...parts, limits: machine, trustedProxies, corsOrigins }),
    // On a busy machine, plugins may take longer to load than Fastify's default of ten seconds.
    pluginTimeout: 0,
    logger,
    schemaController: NO_COMPILERS,
    logController: new RequestLog(),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(notFoundHandler(sendMissingPage));
  decorateRequests(app, publicUrl);
  addHeaders(app, { publicUrl, corsOrigins });
  if (rateLimit) limitRates(app, machine.rates);
  logSecurityEvents(app);
  guardConnections(app, trustedProxies, services.stopping);
  describeRoutes(app, services.compatibility);
  shedLoad(app, parts.pressure);
  trackClients(app);
  limitBodies(app, machine.bodies);
  limitUnreadBytes(app, machine.unread);
  registerScopes(app, services, makeRequestQueues(machine.requests, parts.database.engine.name === 'PostgreSQL'));
  if (pages !== undefined) app.register(async (pageScope) => pageRoutes(pageScope, pages));
  app.addHook('onClose', async () => services.resetLinks?.close());
  return app;
}

type SetUp = (scope: FastifyInstance) => void;
type Routes = (scope: App, services: Services) => void;

function registerScopes(app: FastifyInstance, services: Services, queues: RequestQueues): void {
  const session =
    (kind: 'required' | 'optional', check: SessionCheck): SetUp =>
    (scope) => {
      describeSession(scope, kind);
      scope.addHook('onRequest', check);
      limitConcurrency(scope, queues, check);
    };
  const fairness: SetUp = (scope) => limitConcurrency(scope, queues);
  const missingAsPage: SetUp = (scope) => void scope.setErrorHandler(pageErrorHandler(services.drawing));

  function addScope(setUp: SetUp[], routes: Routes[]): void {
    app.register(async (scope) => {
      for (const prepare of [...setUp, parseJson]) prepare(scope);
      for (const register of routes) register(withZod(scope), services);
    });
  }
  const anonymousRoutes = [signUpRoutes, logInRoutes, passwordResetRoutes];
  const ownDataRoutes = [technologyRoutes, workRoutes, resumeRoutes, recordRoutes];
  const classesRoutes = [classRoutes, classJoinRoutes, classMemberRoutes];
  const signedInRoutes = [
    sessionRoutes,
    profileRoutes,
    ownPageRoutes,
    ...ownDataRoutes,
    ...classesRoutes,
    accountRoutes,
  ];
  addScope([parseInSlices], [healthRoutes, securityTxtRoutes, ...anonymousRoutes]);
  addScope([session('optional', readOptionalSession(services))], [userRoutes]);
  const signedIn = session('required', requireSession(services));
  addScope([signedIn], signedInRoutes);
  // Apart, because they accept a body of any type.
  addScope([signedIn], [avatarRoutes]);
  addScope([fairness], [avatarFileRoutes]);
  addScope([fairness, etag], [cardRoutes]);
  addScope([missingAsPage, fairness, etag], [publicPageRoutes, peopleRoutes]);
}

const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: validation(result.error) };
  };
};

const FILE_HEADERS = ['content-encoding', 'content-length', 'etag', 'last-modified', 'accept-ranges'];

function handleError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, headers, problem } = publishRefusal(toProblem(error));
  // Logs no stack here: while the server is overloaded, a flood of refused requests would fill the disk with logs.
  if (error instanceof Overloaded || isUnavailable(error)) {
    request.log.warn({ reason: messageWithCause(error) }, 'request refused');
  } else if (statusCode >= 500 && !(error instanceof ProblemError)) {
    request.log.error({ err: error }, 'request failed');
  }
  for (const name of FILE_HEADERS) reply.removeHeader(name);
  reply.header('cache-control', 'no-store');
  return reply.code(statusCode).headers(headers).send(problem);
}

function messageWithCause({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** Responds to 404 with a page, which is the same for a private profile as for an unknown handle. */
function pageErrorHandler(drawing: Services['drawing']) {
  const sendMissingPage = drawing && makeMissingPage(drawing);
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isMissing = toProblem(error).statusCode === 404 && wantsPage(request);
    return isMissing && sendMissingPage ? sendMissingPage(reply) : handleError(error, request, reply);
  };
}

function notFoundHandler(sendMissingPage: ReturnType<typeof missingPage> | undefined) {
  return async function handleNotFound(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
    const allowed = METHODS.filter((method) => this.findRoute({ method, url: request.url }) !== null);
    if (allowed.length > 0) throw generic('method-not-allowed', { allow: [...allowed, 'OPTIONS'].join(', ') });
    if (sendMissingPage && wantsPage(request)) return sendMissingPage(reply);
    throw generic('not-found');
  };
}
