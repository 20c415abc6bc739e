import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  type FastifyServerOptions,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { decorateRequests, noticeSession, requireSession } from './accounts/authentication.ts';
import { type Compatibility, DEFAULT } from './compatibility.ts';
import type { Database } from './database/open.ts';
import { connectionOptions, guardConnections, type TimeOuts } from './http/connection.ts';
import { addHeaders, METHODS } from './http/headers.ts';
import { describeRoutes, describeSession } from './openapi/document.ts';
import { pageRoutes, type Pages, readPages, sendMissingPage, wantsPage } from './http/pages.ts';
import type { Passwords } from './accounts/passwords.ts';
import { generic, toProblem, validation } from './problems.ts';
import { limitRates, type Rates } from './http/rate-limits.ts';
import { avatarRoutes, pictureRoutes } from './routes/avatars.ts';
import { healthRoutes } from './routes/health.ts';
import { exportRoutes, profileRoutes } from './routes/profile.ts';
import { logInRoutes, sessionRoutes } from './routes/sessions.ts';
import { restoreRoutes, technologyRoutes } from './routes/technologies.ts';
import { accountRoutes, signUpRoutes, userRoutes } from './routes/users.ts';
import { workRoutes } from './routes/works.ts';
import { makeThrottle } from './accounts/throttle.ts';

export type AppParts = {
  database: Database;
  passwords: Passwords;
  /** What time it is; tests turn it forward. */
  clock?: () => Date;
  /** The folder of the built web app; without it there is only the API. */
  pages?: string | undefined;
  /** The origin that people reach the server by; without it each request is believed about that. */
  publicUrl?: string | undefined;
  /** The proxies, as addresses and networks, that are believed about who asks and how. */
  trustedProxies?: string[];
  /** The origins whose pages may call the API; without it all may. */
  corsOrigins?: string[] | undefined;
  compatibility?: Compatibility;
  /** How many requests one address may make in ten seconds, of each kind. */
  rates?: Partial<Rates>;
  logger?: FastifyServerOptions['logger'];
  timeOuts?: TimeOuts;
};

/** The whole app, ready for `listen` or `inject`. It reads no environment and closes nothing that it was handed. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { database, passwords, publicUrl, corsOrigins, logger = false, clock = () => new Date() } = parts;
  const { compatibility = DEFAULT, trustedProxies = [] } = parts;
  const pages = parts.pages === undefined ? undefined : readPages(parts.pages);
  const app: FastifyInstance = Fastify({
    ...connectionOptions({ timeOuts: parts.timeOuts, trustedProxies, corsOrigins }),
    logger,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(notFoundHandler(pages));
  decorateRequests(app, publicUrl);
  addHeaders(app, { https: publicUrl?.startsWith('https:') ?? false, corsOrigins });
  guardConnections(app, corsOrigins);
  limitRates(app, parts.rates);

  describeRoutes(app, compatibility);

  const sessions = { database, clock };
  const everything = { ...sessions, passwords, compatibility, throttle: makeThrottle(database, clock) };
  app.register(async (anyone) => {
    healthRoutes(anyone, everything);
    signUpRoutes(anyone, everything);
    logInRoutes(anyone, everything);
    pictureRoutes(anyone, everything);
  });
  app.register(async (noticed) => {
    describeSession(noticed, 'noticed');
    noticed.addHook('onRequest', noticeSession(sessions));
    userRoutes(noticed, everything);
  });
  app.register(async (signedIn) => {
    describeSession(signedIn, 'required');
    signedIn.addHook('onRequest', requireSession(sessions));
    sessionRoutes(signedIn, everything);
    profileRoutes(signedIn, everything);
    exportRoutes(signedIn, everything);
    technologyRoutes(signedIn, everything);
    restoreRoutes(signedIn, everything);
    workRoutes(signedIn, everything);
    accountRoutes(signedIn, everything);
    signedIn.register(async (withFiles) => avatarRoutes(withFiles, everything));
  });
  if (pages !== undefined) app.register(async (anyone) => pageRoutes(anyone, pages));
  return app;
}

const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: validation(result.error) };
  };
};

function answerFailure(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, headers, problem } = toProblem(error);
  if (statusCode >= 500) request.log.error({ err: error }, 'request failed');
  return reply.code(statusCode).headers(headers).send(problem);
}

// An address that exists for another method is 405 and names its methods (RFC 9110, section 15.5.6).
function notFoundHandler(pages: Pages | undefined) {
  return async function answerMissing(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
    const allowed = METHODS.filter((method) => this.findRoute({ method, url: request.url }) !== null);
    if (allowed.length > 0) throw generic('method-not-allowed', { allow: [...allowed, 'OPTIONS'].join(', ') });
    if (pages !== undefined && wantsPage(request)) return sendMissingPage(reply, pages);
    throw generic('not-found');
  };
}
