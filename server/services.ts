import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { LevelChange } from '#contract/level-change.ts';
import type { PublicPage, PublicPageDrawing } from '#contract/public/page.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { PasswordProfile } from './accounts/password-rules.ts';
import type { ResetLinks } from './accounts/reset-links.ts';
import type { Throttle } from './accounts/throttle.ts';
import type { Compatibility } from './compatibility.ts';
import type { Database } from './database/open.ts';
import type { htmlResponse } from './http/html-response.ts';

export const withZod = (scope: FastifyInstance) => scope.withTypeProvider<ZodTypeProvider>();
export type App = ReturnType<typeof withZod>;

type DrawPage = (
  page: Omit<PublicPage, 'history' | 'logoOf'>,
  readHistory?: () => Promise<LevelChange[]>,
) => Promise<{ policy: string; send: ReturnType<typeof htmlResponse> }>;

export type Services = {
  database: Database;
  clock: () => Date;
  passwords: Passwords;
  throttle: Throttle;
  resetLinks: ResetLinks | undefined;
  compatibility: Compatibility;
  passwordProfile: PasswordProfile;
  /** Milliseconds without use after which a session ends. */
  sessionIdle: number;
  operatorContact?: string | undefined;
  /** The origin of absolute URLs. If undefined, they use the Host header of the request. */
  publicUrl?: string | undefined;
  /** If undefined, the server has no public pages, only their preview images. */
  drawing?: (() => Promise<PublicPageDrawing>) | undefined;
  drawPage?: DrawPage | undefined;
  /** In milliseconds: the longest wait, and the longest processor time, of drawing a preview image. */
  previewLimit?: number | undefined;
  /** Aborted when the process starts to shut down. */
  stopping: AbortSignal;
};
