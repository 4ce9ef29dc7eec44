// Tests the embedded database (one process, durable commits, one transaction at a time) and that both engines return the same values.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDb } from './connect.ts';
import { DataFolderInUse, readLock } from './data-lock.ts';
import { isMigrated, migrate, readSchemaSource } from './migrate.ts';
import { newId } from './new-id.ts';
import { copyMigrated } from './testing/postgres-copy.ts';
import { openTestDb } from './testing/test-database.ts';
import type { TestDb } from './testing/test-database.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'ringside-db-'));
  folders.push(made);
  return made;
};
const settings = (dataFolder: string) => ({ dataFolder, databaseUrl: null, databaseSchema: null });
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })));

/** PostgreSQL only: the embedded database has one schema. */
const namedSchema = (): void => {
  it('is created if missing and keeps its data apart from other schemas of the database', async () => {
    const copy = await copyMigrated(process.env['TEST_DATABASE_URL'] ?? '');
    const open = (databaseSchema: string | null) => openDb({ dataFolder: '', databaseUrl: copy.url, databaseSchema });
    const [beside, named] = [await open(null), await open('second')];
    try {
      expect(await isMigrated(named.db)).toBe(false);
      await migrate(named.db);
      await sql`insert into customers (id, code, name) values (${newId()}, 'vega', 'Vega')`.execute(named.db);
      const count = ({ db }: typeof named) => sql<{ n: number }>`select count(*) as n from customers`.execute(db);
      expect([(await count(named)).rows, (await count(beside)).rows]).toEqual([[{ n: 1 }], [{ n: 0 }]]);
    } finally {
      await Promise.all([beside.close(), named.close()]);
      await copy.drop();
    }
  });
};
if (process.env['TEST_DATABASE_URL']) describe('a schema by name', namedSchema);

describe('the data folder', () => {
  it('admits one process, names the holder and takes over the lock of a dead process', async () => {
    const path = folder();
    const first = await openDb(settings(path));
    expect(first.durable).toBe(true);
    expect(statSync(join(path, 'lock')).mode & 0o777).toBe(0o600);
    await expect(openDb(settings(path))).rejects.toThrow(DataFolderInUse);
    await expect(openDb(settings(path))).rejects.toThrow(String(process.pid));
    await first.close();
    expect(readLock(path)).toBeNull();
    writeFileSync(join(path, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, control: null }));
    const second = await openDb(settings(path));
    await second.close();
  });

  it('keeps every acknowledged row after kill -9', async () => {
    const path = folder();
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./testing/insert-forever.ts', import.meta.url)), path],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let acknowledged = 0;
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const numbers = chunk.toString().trim().split('\n').map(Number);
        acknowledged = numbers.at(-1) ?? acknowledged;
        if (acknowledged > 200 && !child.killed) child.kill('SIGKILL');
      });
      child.on('exit', () => resolve());
    });
    const opened = await openDb(settings(path));
    const { rows } = await sql<{ n: number; top: number }>`select count(*) as n, max(n) as top from forever`.execute(
      opened.db,
    );
    expect(rows[0]?.top).toBeGreaterThanOrEqual(acknowledged);
    expect(rows[0]?.n).toBe(rows[0]?.top);
    await opened.close();
  });
});

describe.each(['this engine'])('%s', () => {
  let test: TestDb;
  beforeAll(async () => {
    test = await openTestDb();
    await sql`create table things (id integer primary key, big bigint, day date, at timestamptz, list uuid[], doc jsonb, amount numeric(18,6))`.execute(
      test.db,
    );
  });
  afterAll(() => test.close());

  it('returns bigint as number, date as text, timestamptz as Date and numeric as text', async () => {
    const id = newId();
    await sql`insert into things values (1, 9007199254740991, '2026-03-01', '2026-03-01T10:00:00Z', ${[id]}::uuid[], ${JSON.stringify({ a: [1] })}, 0.1)`.execute(
      test.db,
    );
    const { rows } = await sql<Record<string, unknown>>`select * from things`.execute(test.db);
    expect(rows).toEqual([
      {
        id: 1,
        big: 9007199254740991,
        day: '2026-03-01',
        at: new Date('2026-03-01T10:00:00Z'),
        list: [id],
        doc: { a: [1] },
        amount: '0.100000',
      },
    ]);
  });

  it('keeps a concurrent query out of an open transaction', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const transaction = test.db
      .transaction()
      .execute(async (tx) => {
        await sql`insert into things (id) values (2)`.execute(tx);
        await held;
        throw new Error('rolled back');
      })
      .catch((error: Error) => error.message);
    const beside = sql`insert into things (id) values (3)`.execute(test.db);
    release();
    expect(await transaction).toBe('rolled back');
    await beside;
    const { rows } = await sql<{ id: number }>`select id from things where id > 1`.execute(test.db);
    expect(rows).toEqual([{ id: 3 }]);
  });

  it('reports the SQLSTATE and constraint of a violation and stays usable', async () => {
    await expect(sql`insert into things (id) values (1)`.execute(test.db)).rejects.toMatchObject({
      code: '23505',
      constraint: 'things_pkey',
    });
    await expect(
      test.db.transaction().execute(async (tx) => {
        await sql`insert into things (id) values (50)`.execute(tx);
        await sql`select nonsense`.execute(tx);
      }),
    ).rejects.toMatchObject({ code: '42703' });
    expect((await sql`select id from things where id = 50`.execute(test.db)).rows).toEqual([]);
  });

  it('returns the number of rows that an update matched', async () => {
    const result = await sql`update things set big = 1 where id in (1, 3, 99)`.execute(test.db);
    expect(result.numAffectedRows).toBe(2n);
  });

  it('runs each migration once, and all pending migrations or none', async () => {
    const extra = (number: number, text: string) => ({ number, name: `extra-${number}`, text, checksum: text });
    const source = readSchemaSource();
    const and = (...more: ReturnType<typeof extra>[]) => ({ ...source, migrations: [...source.migrations, ...more] });
    expect(await migrate(test.db)).toEqual([]);
    expect(await isMigrated(test.db)).toBe(true);
    const good = extra(998, 'create table extra_one (id integer);\ninsert into extra_one values (1), (2);');
    await expect(migrate(test.db, and(good, extra(999, 'select broken')))).rejects.toThrow();
    expect((await sql`select to_regclass('extra_one') as found`.execute(test.db)).rows).toEqual([{ found: null }]);
    expect(await migrate(test.db, and(good))).toEqual([998]);
    await expect(migrate(test.db, and({ ...good, checksum: 'other' }))).rejects.toThrow(/changed after it ran/);
    await expect(migrate(test.db)).rejects.toThrow(/newer version/);
  });

  it('creates IDs that sort by creation time', async () => {
    const first = newId();
    await new Promise((resolve) => setTimeout(resolve, 3));
    const second = newId();
    expect(first < second).toBe(true);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
