import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { OwnUser, SignUp, User } from '#contract/user.ts';
import type { Sessions } from '../authentication.ts';
import { addUser, readUser } from '../database/users.ts';
import type { Passwords } from '../passwords.ts';
import { emailTaken, userNotFound } from '../problems.ts';

/** For visitors. */
export function signUpRoutes(
  app: FastifyInstance,
  { database, clock, passwords }: Sessions & { passwords: Passwords },
): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/users', { schema: { body: SignUp, response: { 201: OwnUser } } }, async (request, reply) => {
      const { password, ...person } = request.body;
      const user = await addUser(database, person, await passwords.hash(password), clock());
      if (!user) throw emailTaken();
      request.log.info({ userId: user.id }, 'sign-up');
      return reply.code(201).send(user);
    });
}

/** For anyone; how much they see depends on who they are. */
export function userRoutes(app: FastifyInstance, { database }: Sessions): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/users/:id',
      { schema: { params: z.object({ id: z.string() }), response: { 200: User } } },
      async (request) => {
        const user = await readUser(database, request.params.id, request.userId);
        if (!user) throw userNotFound();
        return user;
      },
    );
}
