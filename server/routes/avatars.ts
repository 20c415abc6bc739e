import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { OwnUser } from '#contract/user.ts';
import { AVATAR_LIMIT } from '#contract/limits.ts';
import { putAvatar, readAvatar, removeAvatar } from '../database/users/avatars.ts';
import { readOwnUser } from '../accounts/visibility.ts';
import { makeAvatar } from '../images/avatar-image.ts';
import { AVATAR_POLICY } from '../http/content-security-policy.ts';
import { FOR_EVER_IN_BROWSERS, OWN_FOR_MINUTES } from '../http/headers.ts';
import { clientOf } from '../load/clients.ts';
import { inQueue, withoutSlot } from '../load/fairness.ts';
import { avatarNotFound, invalidAvatar, generic } from '../problems.ts';
import type { App, Services } from '../services.ts';

export function avatarRoutes(app: App, { database }: Services): void {
  app.register(multipart, {
    limits: { fileSize: AVATAR_LIMIT, files: 1, fields: 5, fieldSize: 1_024, parts: 6, headerPairs: 20 },
  });
  // A body that is not a form is a missing field (400), instead of an unsupported type (415).
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  app.patch(
    '/users/avatar',
    {
      config: { fileField: 'avatar', refuses: [invalidAvatar('required'), invalidAvatar('invalid')] },
      schema: { response: { 200: OwnUser } },
    },
    async (request) => {
      const image = await withoutSlot(request, () => readAvatarFile(request));
      await putAvatar(database, request, image);
      return inQueue(request, 'profiles', () => readOwnUser(database, request));
    },
  );

  app.delete('/users/avatar', { schema: { response: { 200: OwnUser } } }, async (request) => {
    await removeAvatar(database, request);
    return inQueue(request, 'profiles', () => readOwnUser(database, request));
  });
}

async function readAvatarFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw invalidAvatar('required');
  const file = await readFile(request);
  if (!file?.length) throw invalidAvatar('required');
  const avatar = await makeAvatar(file, { client: clientOf(request) });
  if (!avatar) throw invalidAvatar('invalid');
  return avatar;
}

async function readFile(request: FastifyRequest): Promise<Buffer | undefined> {
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      // Also reads other fields: an unread part would stall the request.
      const content = await part.toBuffer();
      if (part.fieldname === 'avatar') file = content;
    }
  } catch (error) {
    // Discards the rest: parsing a megabyte of parts takes the plugin half a second.
    request.raw.unpipe().resume();
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw generic('payload-too-large');
    // Errors of the plugin's limits have a status; that of a truncated form has none.
    throw error instanceof Error && 'statusCode' in error ? invalidAvatar('invalid') : generic('bad-request');
  }
  return file;
}

export function avatarFileRoutes(app: App, { database, clock }: Services): void {
  app.get(
    '/avatars/:name',
    {
      config: { refuses: [avatarNotFound()], mediaType: 'image/webp' },
      schema: { params: z.object({ name: z.string() }) },
    },
    async (request, reply) => {
      const [, name] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.webp$/.exec(request.params.name) ?? [];
      const avatar = name === undefined ? undefined : await readAvatar(database, name, clock());
      if (!avatar) throw avatarNotFound();
      return reply
        .headers({
          'cache-control': avatar.isTemporary ? OWN_FOR_MINUTES : FOR_EVER_IN_BROWSERS,
          'x-robots-tag': 'noindex',
          'content-security-policy': AVATAR_POLICY,
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/webp')
        .send(Buffer.from(avatar.image));
    },
  );
}
