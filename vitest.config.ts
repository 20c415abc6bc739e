import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const SERVER = 'test/server/**/*.test.ts';
// Their answers are the same on every engine.
const ONE_ENGINE = ['test/server/{alone,http,public}/**/*.test.ts', 'test/server/accounts/passwords.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['test/helpers/setup.ts'],
    // Loading the app anew for each file took half of the time. What a file holds ends with the file all the same.
    isolate: false,
    // More than cores: files that start processes mostly wait for them.
    maxWorkers: availableParallelism() * 2,
    // Only what never comes is a failure: how long the rest takes is up to the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // The other folders of test/server/ run on both engines, sqlite/ and postgres/ on their own.
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/{contract,repository,scripts,web}/**/*.test.ts', ...ONE_ENGINE],
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: [SERVER],
          exclude: ['test/server/postgres/**', ...ONE_ENGINE],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [SERVER],
          exclude: ['test/server/sqlite/**', ...ONE_ENGINE],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['test/helpers/database/set-up.ts'],
        },
      },
    ],
  },
});
