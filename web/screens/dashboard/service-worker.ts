const PATH = '/service-worker.js';

declare global {
  /** Trusted Types, where the browser has them. The content policy allows this one policy. */
  var trustedTypes:
    | { createPolicy: (name: 'service-worker', rules: { createScriptURL: () => string }) => TrustedPolicy }
    | undefined;
}
type TrustedPolicy = { createScriptURL: (input: string) => string };

let isRegistered = false;

/** Stores the app's shell on the device. Only in a build, and not without HTTPS. */
export function register() {
  if (!import.meta.env.PROD || isRegistered || !('serviceWorker' in navigator)) return;
  isRegistered = true;
  const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => PATH });
  navigator.serviceWorker.register(policy?.createScriptURL(PATH) ?? PATH).catch(() => undefined);
}
