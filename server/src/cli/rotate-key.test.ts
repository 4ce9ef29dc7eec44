import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { openDb } from '../platform/db/connect.ts';
import type { OpenDb } from '../platform/db/connect.ts';
import { SEALED } from '../platform/db/secrets/reseal-queries.ts';
import { loadSecrets, readSecretKeyLines } from '../platform/db/secrets/secrets.ts';
import { clearGround, layGround, startOn } from '../testing/test-console.ts';
import type { Ground } from '../testing/test-console.ts';
import { makeTwoCustomers } from '../testing/two-customers.ts';
import { rotateKey } from './rotate-key-command.ts';

vi.setConfig({ testTimeout: 180_000 });

let ground: Ground;
const environment = () => ({
  ...{ PORT: '0', RINGSIDE_DATA: ground.folder, LOG_LEVEL: 'silent' },
  ...(ground.copy === null ? {} : { DATABASE_URL: ground.copy.url }),
});

beforeAll(async () => {
  ground = await layGround();
  const server = await startOn(ground);
  const world = await makeTwoCustomers(server);
  await server.call(world.platform['administrator'] ?? '', 'DELETE', `/outboundroutes/${world.b.outboundRouteId}`);
  await server.call(world.platform['administrator'] ?? '', 'DELETE', `/trunks/${world.b.trunkId}`);
  await server.close();
});
afterAll(() => clearGround(ground));

const withDb = async <T>(work: (db: OpenDb['db']) => Promise<T>): Promise<T> => {
  const opened = await openDb(readConfig(environment()));
  try {
    return await work(opened.db);
  } finally {
    await opened.close();
  }
};

/** Decrypts every stored secret with the keys of the data folder. Returns their number. */
const openAll = (): Promise<number> =>
  withDb(async (db) => {
    const secrets = loadSecrets(readConfig(environment()));
    let opened = 0;
    for (const { table, key, column, bound } of SEALED) {
      const { rows } = await sql<{ id: string; sealed: string }>`select ${sql.ref(key)}::text as id,
        ${sql.ref(column)}::text as sealed from ${sql.table(table)} where ${sql.ref(column)}::text like 'v1:%'`.execute(
        db,
      );
      for (const { id, sealed } of rows) secrets.open(sealed, bound(id));
      opened += rows.length;
    }
    return opened;
  });

it('knows every column that stores encrypted text', async () => {
  await withDb(async (db) => {
    const { rows } = await sql<{ tableName: string; columnName: string }>`select table_name, column_name
      from information_schema.columns where table_schema = current_schema() and data_type in ('text', 'jsonb')`.execute(
      db,
    );
    const found: string[] = [];
    for (const { tableName, columnName } of rows) {
      const hits =
        await sql`select 1 from ${sql.table(tableName)} where ${sql.ref(columnName)}::text like 'v1:%' limit 1`.execute(
          db,
        );
      if (hits.rows.length > 0) found.push(`${tableName}.${columnName}`);
    }
    const known = [
      ...SEALED.map((s) => `${s.table}.${s.column}`),
      'idempotency_keys.request',
      'idempotency_keys.answer',
    ];
    expect(found.filter((one) => !known.includes(one))).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
  });
});

it('re-encrypts all secrets, and loses none after an interruption', async () => {
  const before = readSecretKeyLines(ground.folder);
  const count = await openAll();
  expect(count).toBeGreaterThan(4);

  // The process is killed after the key file has changed.
  const child = spawn(process.execPath, ['server/src/cli/main.ts', 'rotate-key'], {
    env: { ...process.env, ...environment() },
  });
  const ended = once(child, 'exit');
  const killed = (async () => {
    while (child.exitCode === null && readSecretKeyLines(ground.folder).length < 2)
      await new Promise((done) => setTimeout(done, 1));
    child.kill('SIGKILL');
  })();
  await Promise.all([ended, killed]);
  expect(await openAll()).toBe(count);

  // The transaction fails half way.
  const keys = { secretKey: null, oldSecretKey: null, dataFolder: ground.folder };
  await withDb(async (db) => {
    await sql`alter table two_factor rename to two_factor_away`.execute(db);
    await expect(rotateKey(db, keys)).rejects.toThrow('two_factor');
    await sql`alter table two_factor_away rename to two_factor`.execute(db);
  });
  expect(await openAll()).toBe(count);

  const done = await withDb((db) => rotateKey(db, keys));
  expect(done.ok).toBe(true);
  const after = readSecretKeyLines(ground.folder);
  expect([after.length, after[0] === before[0]]).toEqual([1, false]);
  expect(await openAll()).toBe(count);
  const server = await startOn(ground);
  const token = await server.signIn('administrator');
  const { body } = await server.call(token, 'GET', '/deleted?perPage=50');
  const trunk = body.data.find((row: { resource: string }) => row.resource === 'trunk');
  expect((await server.call(token, 'POST', `/deleted/${trunk.id}/restore`)).status).toBe(200);
  await server.close();
});

it('takes both keys from the settings', async () => {
  const [old = ''] = readSecretKeyLines(ground.folder);
  const keys = { dataFolder: ground.folder, secretKey: 'f'.repeat(64), oldSecretKey: old };
  expect((await withDb((db) => rotateKey(db, { ...keys, oldSecretKey: null }))).ok).toBe(false);
  const result = await withDb((db) => rotateKey(db, keys));
  expect(result.lines[0]).toMatch(/^Encrypted \d+ secrets/);
  const only = loadSecrets({ ...keys, oldSecretKey: null });
  await withDb(async (db) => {
    const { rows } = await sql<{ amiSecret: string }>`select ami_secret from endpoints`.execute(db);
    for (const row of rows) expect(only.open(row.amiSecret, 'endpoint.ami-secret')).toMatch(/^secret-of-/);
  });
});
