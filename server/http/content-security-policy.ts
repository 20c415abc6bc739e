import { hash } from 'node:crypto';

function policy(...directives: string[]): string {
  return ["default-src 'none'", ...directives].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

const NO_FRAMES = "frame-ancestors 'none'";
const documentRules = (forms = "'none'") => ["base-uri 'none'", `form-action ${forms}`, NO_FRAMES];
const DOCUMENT = documentRules();
const APP_FILES = ["img-src 'self' data: blob:", "font-src 'self'", "connect-src 'self'"];
const TRUSTED_TYPES = "require-trusted-types-for 'script'";

export const API_POLICY = policy(NO_FRAMES);

/** For the SVG of cards and badges. */
export function picturePolicy(styles: readonly string[]): string {
  return policy(`style-src ${styles.map(hashOf).join(' ')}`, NO_FRAMES, 'sandbox');
}

export const AVATAR_POLICY = policy('sandbox');

/** For `/u/…` and `/pessoas`, which has a form. */
export function publicPagePolicy(styles: string, forms?: "'self'"): string {
  return policy(`style-src ${hashOf(styles)}`, "img-src 'self'", "font-src 'self'", ...documentRules(forms));
}

/** Our own files and the inline code of `pages` only, because the token is in local storage (OWASP ASVS 3.4.3). */
export function appPolicy(pages: readonly string[]): string {
  const sources = (tag: string) => {
    const inline = pages.flatMap((page) => [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]);
    return ["'self'", ...new Set(inline.map(([, text = '']) => hashOf(text)))].join(' ');
  };
  return policy(
    `script-src ${sources('script')}`,
    `style-src ${sources('style')}`,
    ...APP_FILES,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    ...DOCUMENT,
    TRUSTED_TYPES,
    'trusted-types service-worker',
  );
}

/** A worker has its own policy, from the response with its script. */
export const SERVICE_WORKER_POLICY = policy("connect-src 'self'", TRUSTED_TYPES, "trusted-types 'none'");

/** Swagger UI: its sanitiser registers a Trusted Types policy, although we never call it. */
export const DOCS_POLICY = policy(
  "script-src 'self'",
  "style-src 'self'",
  ...APP_FILES,
  ...DOCUMENT,
  TRUSTED_TYPES,
  'trusted-types dompurify',
);
