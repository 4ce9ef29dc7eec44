// Before and after a run of the server's tests: the place of what start-twins.ts makes once in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { dropDatabase } from '../db/testing/postgres-copy.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    twins: { readonly folder: string; readonly database: string };
  }
}

export default function setUp(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-twins-'));
  const database = `twins_${process.pid}`;
  project.provide('twins', { folder, database });
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    const url = process.env['TEST_DATABASE_URL'];
    if (url) await dropDatabase(url, database);
  };
}
