import { expect, it } from 'vitest';
import { databaseTests } from './database-tests.mjs';

it('finds tests that use the database themselves or through other modules, and no others', () => {
  const found = databaseTests();
  const has = (file) => found.includes(file);
  // Through testing/test-console.ts, through start-twins.ts, through test-database.ts, and by itself.
  expect(has('server/src/pbx/provisioning/provisioning.test.ts')).toBe(true);
  expect(has('server/src/contract-customers.test.ts')).toBe(true);
  expect(has('server/src/platform/db/triggers.test.ts')).toBe(true);
  expect(has('server/src/platform/db/baseline.test.ts')).toBe(true);
  // On a private PostgreSQL server, without a database, and of another package.
  expect(has('server/src/start/postgres-service.test.ts')).toBe(false);
  expect(has('server/src/platform/documents/fit-text.test.ts')).toBe(false);
  expect(has('tools/fake-pbx/src/simulation.test.ts')).toBe(false);
  expect(found.length).toBeGreaterThan(100);
});
