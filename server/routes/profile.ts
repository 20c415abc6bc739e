import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { OwnUser } from '#contract/user.ts';
import type { Sessions } from '../authentication.ts';
import { readOwnUser } from '../database/users.ts';
import { unauthenticated } from '../problems.ts';

/** For people who are logged in. */
export function profileRoutes(app: FastifyInstance, { database }: Sessions): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/profile', { schema: { response: { 200: OwnUser } } }, async (request) => {
      const user = await readOwnUser(database, request.userId);
      // The account may have gone between the door and here, and its sessions with it.
      if (!user) throw unauthenticated();
      return user;
    });
}
