// Starts a console with the two customers of two-customers.ts. A test run creates them once. Every file starts on a copy of the data folder
// and database.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { copyKept, keepDatabase } from '../platform/db/testing/postgres-copy.ts';
import { clearGround, layGround, makeFolder, postgresOfTests, startAndClear, startOn } from './test-console.ts';
import type { Ground, TestConsole } from './test-console.ts';
import { makeTwoCustomers } from './two-customers.ts';
import type { World } from './side.ts';

interface Twins {
  readonly server: TestConsole;
  readonly world: World;
}

const tar = async (...args: readonly string[]): Promise<void> => void (await promisify(execFile)('tar', args));

const make = async (folder: string, database: string): Promise<World> => {
  const ground = await layGround();
  const server = await startOn(ground);
  const world = await makeTwoCustomers(server);
  await server.close();
  await tar('-cf', join(folder, 'data.tar'), '-C', ground.folder, '.');
  const url = postgresOfTests();
  if (url !== null && ground.copy !== null) await keepDatabase(url, ground.copy, database);
  await clearGround({ ...ground, copy: null });
  // An existing file is always complete.
  writeFileSync(join(folder, 'world.part'), JSON.stringify(world));
  renameSync(join(folder, 'world.part'), join(folder, 'world.json'));
  return world;
};

/** One worker creates the customers while the others wait. If it fails, the next worker tries. */
const loadCustomers = async (folder: string, database: string): Promise<World> => {
  for (;;) {
    const file = join(folder, 'world.json');
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as World;
    const making = join(folder, 'making');
    try {
      mkdirSync(making);
    } catch {
      await sleep(100);
      continue;
    }
    try {
      return await make(folder, database);
    } finally {
      rmdirSync(making);
    }
  }
};

const copyGround = async (folder: string, database: string): Promise<Ground> => {
  const data = makeFolder();
  await tar('-xf', join(folder, 'data.tar'), '-C', data);
  const url = postgresOfTests();
  return { folder: data, copy: url === null ? null : await copyKept(url, database) };
};

export const startTwins = async (environment?: Record<string, string>): Promise<Twins> => {
  const { folder, database } = inject('twins');
  const world = await loadCustomers(folder, database);
  return { server: await startAndClear(await copyGround(folder, database), environment), world };
};
