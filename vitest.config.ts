// Every suite of the repository as a project. `npm run check` runs the quick ones, `npm test` all but `asterisk`.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Ends a test or hook that hangs. It is no limit on speed: a busy machine takes several times as long as an idle one. */
const HANG_MS = 300_000;

const node = {
  environment: 'node' as const,
  restoreMocks: true,
  setupFiles: ['bin/property-seed.mjs'],
  // What comes to be so is waited for; a second is little on a busy machine.
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    reporters: ['default', './bin/count-reporter.mjs'],
    // Two at a time where there are two cores, and never more than four: tests open real databases, sockets and browsers.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    projects: [
      { test: { ...node, name: 'core', isolate: false, include: ['core/src/**/*.test.ts'], testTimeout: HANG_MS } },
      { test: { ...node, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], testTimeout: HANG_MS } },
      {
        test: {
          ...node,
          name: 'rules',
          include: ['bin/**/*.test.mjs', 'e2e/*/**/parse/*.test.ts', 'e2e/lab/**/*.test.ts'],
          testTimeout: HANG_MS,
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          // One worker runs file after file: modules keep no state (no `let` at their top), and loading them takes two seconds.
          isolate: false,
          include: ['server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['server/src/testing/twins-folder.ts'],
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
        },
      },
      {
        test: {
          ...node,
          name: 'browser',
          include: ['e2e/browser/**/*.test.ts'],
          globalSetup: ['e2e/lab/ground.ts'],
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
        },
      },
      {
        // Whole working days across all parts; RINGSIDE_DAYS is `short` (CI) or `whole`.
        test: {
          ...node,
          name: 'days',
          include: ['e2e/days/**/*.test.ts'],
          globalSetup: ['e2e/lab/ground.ts'],
          testTimeout: 1_800_000,
          hookTimeout: HANG_MS,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...node,
          name: 'asterisk',
          include: ['e2e/asterisk/**/*.test.ts'],
          globalSetup: ['e2e/lab/ground.ts'],
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          fileParallelism: false,
        },
      },
    ],
  },
});
