import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 20_000,
    // A condition is waited for; how long it takes says more about the machine than about the server.
    expect: { poll: { timeout: 10_000 } },
  },
});
