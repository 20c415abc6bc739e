import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const WITH_DATABASE = 'test/server/**/*.test.ts';
// What no engine could make different.
const ALONE = [
  'test/server/alone/**/*.test.ts',
  'test/server/accounts/passwords.test.ts',
  'test/server/public/drawing.test.ts',
];

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
    // Every test that needs a database runs on both engines, but for what only one of them has.
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/{contract,repository,scripts,web}/**/*.test.ts', ...ALONE],
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: [WITH_DATABASE],
          exclude: ['test/server/postgres/**', ...ALONE],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [WITH_DATABASE],
          exclude: ['test/server/sqlite/**', ...ALONE],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['test/helpers/database/set-up.ts'],
        },
      },
    ],
  },
});
