// Every suite of the repository as a project. `npm run check` runs the quick ones, `npm test` all but `asterisk`.
import { defineConfig } from 'vitest/config';

const node = { environment: 'node' as const, restoreMocks: true, setupFiles: ['bin/property-seed.mjs'] };

export default defineConfig({
  test: {
    reporters: ['default', './bin/count-reporter.mjs'],
    // Two at a time: tests open real databases and sockets, and the machines that run them have two cores.
    maxWorkers: 2,
    projects: [
      // Properties take their time on a busy machine.
      { test: { ...node, name: 'core', include: ['core/src/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...node, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], testTimeout: 60_000 } },
      {
        test: {
          ...node,
          name: 'walls',
          include: ['bin/**/*.test.mjs', 'e2e/*/**/parse/*.test.ts', 'e2e/lab/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'browser',
          include: ['e2e/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...node,
          name: 'asterisk',
          include: ['e2e/asterisk/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
