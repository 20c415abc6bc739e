import Fastify from 'fastify';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifyServerOptions,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { decorateRequests, noticeSession, requireSession } from './authentication.ts';
import type { Database } from './database/connect.ts';
import { edgeOptions, guardEdge } from './edge.ts';
import type { Patience } from './edge.ts';
import { pageRoutes, readPages, sendMissingPage, wantsPage } from './pages.ts';
import type { Pages } from './pages.ts';
import type { Passwords } from './passwords.ts';
import { generic, toProblem, validation } from './problems.ts';
import { healthRoutes } from './routes/health.ts';
import { profileRoutes } from './routes/profile.ts';
import { logInRoutes, logOutRoutes } from './routes/sessions.ts';
import { technologyRoutes } from './routes/technologies.ts';
import { signUpRoutes, userRoutes } from './routes/users.ts';

export type AppParts = {
  database: Database;
  passwords: Passwords;
  /** What time it is; tests turn it forward. */
  clock?: () => Date;
  /** The folder of the built web app; without it there is only the API. */
  pages?: string | undefined;
  /** Whether people reach the server by HTTPS, which is then promised to their browsers. */
  https?: boolean;
  logger?: FastifyServerOptions['logger'];
  patience?: Patience;
};

/** The whole app, ready for `listen` or `inject`. It reads no environment and closes nothing that it was handed. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { database, passwords, https = false, logger = false, clock = () => new Date() } = parts;
  const pages = parts.pages === undefined ? undefined : readPages(parts.pages);
  const app: FastifyInstance = Fastify({ ...edgeOptions(parts.patience), logger });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(notFoundHandler(pages));
  decorateRequests(app);
  guardEdge(app, { https });

  const sessions = { database, clock };
  app.register(async (anyone) => {
    healthRoutes(anyone, { database });
    signUpRoutes(anyone, { ...sessions, passwords });
    logInRoutes(anyone, { ...sessions, passwords });
  });
  app.register(async (noticed) => {
    noticed.addHook('onRequest', noticeSession(sessions));
    userRoutes(noticed, sessions);
  });
  app.register(async (signedIn) => {
    signedIn.addHook('onRequest', requireSession(sessions));
    logOutRoutes(signedIn, sessions);
    profileRoutes(signedIn, sessions);
    technologyRoutes(signedIn, sessions);
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

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

// An address that exists for another method is 405 and names its methods (RFC 9110, section 15.5.6).
function notFoundHandler(pages: Pages | undefined) {
  return async function answerMissing(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
    const allowed = METHODS.filter((method) => this.findRoute({ method, url: request.url }) !== null);
    if (allowed.length > 0) throw generic('method-not-allowed', { allow: [...allowed, 'OPTIONS'].join(', ') });
    if (pages !== undefined && wantsPage(request)) return sendMissingPage(reply, pages);
    throw generic('not-found');
  };
}
