// Provides, around a run of the server's tests, the folder for the data that start-twins.ts creates once.
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { dropDatabase } from '../platform/db/testing/postgres-copy.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    twins: { readonly folder: string; readonly database: string };
  }
}

const folder = join(tmpdir(), `ringside-twins-${process.pid}`);
const database = `twins_${process.pid}`;

export const setup = (project: TestProject): void => {
  mkdirSync(folder, { recursive: true });
  project.provide('twins', { folder, database });
};

export const teardown = async (): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  const url = process.env['TEST_DATABASE_URL'];
  if (url) await dropDatabase(url, database);
};
