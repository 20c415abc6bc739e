import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { OwnUser } from '#contract/user.ts';
import { AVATAR_LIMIT } from '#contract/limits.ts';
import { putAvatar, readAvatar, removeAvatar } from '../database/users/avatars.ts';
import { readOwnUser } from '../accounts/visibility.ts';
import { makeAvatar, NotAnImage } from '../images/avatar-image.ts';
import { FOR_EVER } from '../http/headers.ts';
import { clientOf } from '../http/networks.ts';
import { avatarNotFound, avatarRefused, generic } from '../problems.ts';
import type { Services } from '../services.ts';

/** For users who are logged in. */
export function avatarRoutes(app: FastifyInstance, { database }: Services): void {
  app.register(multipart, {
    // One small file, and next to nothing beside it.
    limits: { fileSize: AVATAR_LIMIT, files: 1, fields: 5, fieldSize: 1_024, parts: 6, headerPairs: 20 },
  });
  // A file sent without a form is a missing field (400), no unsupported type (415).
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.patch(
    '/users/avatar',
    {
      config: {
        takesFile: 'avatar',
        refuses: [avatarRefused('required'), avatarRefused('invalid'), generic('overloaded')],
      },
      schema: { response: { 200: OwnUser } },
    },
    async (request) => {
      const image = await readAvatarFile(request);
      await putAvatar(database, request, image);
      return readOwnUser(database, request);
    },
  );

  typed.delete('/users/avatar', { schema: { response: { 200: OwnUser } } }, async (request) => {
    await removeAvatar(database, request);
    return readOwnUser(database, request);
  });
}

async function readAvatarFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw avatarRefused('required');
  const file = await readFile(request, 'avatar');
  if (file === undefined || file.length === 0) throw avatarRefused('required');
  try {
    return await makeAvatar(file, { client: clientOf(request) });
  } catch (error) {
    if (error instanceof NotAnImage) throw avatarRefused('invalid');
    throw error;
  }
}

async function readFile(request: FastifyRequest, field: string): Promise<Buffer | undefined> {
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      // An unread part would stall the request.
      const content = await part.toBuffer();
      if (part.fieldname === field) file = content;
    }
  } catch (error) {
    // The plugin would go through all that follows: a megabyte of parts takes half a second.
    request.raw.unpipe().resume();
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw generic('payload-too-large');
    // The plugin's limits have a status; a form that breaks off has none.
    throw error instanceof Error && 'statusCode' in error ? avatarRefused('invalid') : generic('bad-request');
  }
  return file;
}

/** For anyone who knows the avatar's name, which cannot be guessed. */
export function avatarFileRoutes(app: FastifyInstance, { database }: Services): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/avatars/:name',
    {
      config: { refuses: [avatarNotFound()], answers: 'image/webp' },
      schema: { params: z.object({ name: z.string() }) },
    },
    async (request, reply) => {
      const [, name] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.webp$/.exec(request.params.name) ?? [];
      const image = name === undefined ? undefined : await readAvatar(database, name);
      if (!image) throw avatarNotFound();
      return reply
        .headers({
          'cache-control': FOR_EVER,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/webp')
        .send(Buffer.from(image));
    },
  );
}
