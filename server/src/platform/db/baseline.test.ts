// Tests that the baseline equals the schema of the legacy migrations, and that a database of an older version migrates to it without losing
// rows.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Db } from './connect.ts';
import { isMigrated, migrate, readSchemaSource } from './migrate.ts';
import type { SchemaSource } from './migrate.ts';
import { SCRIPT_MARK } from './pglite/pglite-dialect.ts';
import { dumpRows, dumpSchema } from './testing/schema-dump.ts';
import { openEmptyDb } from './testing/test-database.ts';
import type { TestDb } from './testing/test-database.ts';

const opened: TestDb[] = [];
const open = async (): Promise<Db> => {
  const test = await openEmptyDb();
  opened.push(test);
  return test.db;
};
afterAll(() => Promise.all(opened.map((test) => test.close())));

const source = readSchemaSource();
/** The schema source of a console that has only the first legacy migrations and no baseline. */
const oldConsole = (most: number): SchemaSource => ({
  baseline: null,
  legacy: source.legacy.slice(0, most),
  migrations: [],
});
const numbers = (db: Db) => sql<{ number: number }>`select number from migrations order by 1`.execute(db);

const changedServers = async (db: Db, query: RawBuilder<unknown>): Promise<string[]> =>
  (await query.execute(db)).rows.map((row) => JSON.stringify(row));

const rowsOfAnOldConsole = readFileSync(
  new URL('./testing/rows-of-an-old-console.sql', import.meta.url),
  'utf8',
).replaceAll(/#(\d+)(?!\d)(?! stands)/g, (_, n: string) => `00000000-0000-4000-8000-${n.padStart(12, '0')}`);

describe('the baseline', () => {
  it('creates the same schema and rows as the legacy migrations', async () => {
    const [fresh, old] = [await open(), await open()];
    const atBaseline = { ...source, migrations: [] };
    expect(await migrate(fresh, atBaseline)).toEqual([source.baseline?.number]);
    await migrate(old, oldConsole(source.legacy.length));
    const rowsBefore = await dumpRows(old);
    // Adopting the baseline must not run the schema again.
    expect(await migrate(old, atBaseline)).toEqual([source.baseline?.number]);
    expect(await dumpRows(old)).toEqual(rowsBefore);
    expect(await dumpSchema(fresh)).toEqual(await dumpSchema(old));
    expect(await dumpRows(fresh)).toEqual(await dumpRows(old));
    expect((await numbers(old)).rows).toHaveLength(source.legacy.length + 1);
    expect((await numbers(fresh)).rows).toEqual((await numbers(old)).rows);
    // From here on both databases must behave the same.
    expect(await migrate(fresh)).toEqual(await migrate(old));
    expect([await isMigrated(fresh), await isMigrated(old)]).toEqual([true, true]);
    expect(await migrate(old)).toEqual([]);
    expect(await dumpSchema(fresh)).toEqual(await dumpSchema(old));
  }, 240_000);

  it('has a comment on every table', async () => {
    const db = await open();
    await migrate(db, { ...source, migrations: [] });
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and c.relname not in ('migrations', 'durability_probe') and obj_description(c.oid, 'pg_class') is null`.execute(
      db,
    );
    expect(rows).toEqual([]);
  }, 120_000);
});

describe('a database of the first 101 migrations', () => {
  it('migrates to the current schema and keeps every row', async () => {
    const [db, fresh] = [await open(), await open()];
    await migrate(db, oldConsole(101));
    await sql.raw(SCRIPT_MARK + rowsOfAnOldConsole).execute(db);
    const { provisioning_marks: marks, ...before } = await dumpRows(db);
    const marked = await changedServers(
      db,
      sql`select server_id::text as key, resource, resource_id from provisioning_marks`,
    );
    expect(Object.keys(before).filter((table) => before[table]?.rows === 0)).toEqual([]);
    expect([marks?.rows, marked.length > 0]).toEqual([marked.length, true]);

    expect(await isMigrated(db)).toBe(false);
    const ran = await migrate(db, { ...source, migrations: [] });
    expect(ran).toEqual([...source.legacy.slice(101), source.baseline].map((migration) => migration?.number));
    const after = await dumpRows(db, before);
    const kept = Object.fromEntries(Object.keys(before).map((table) => [table, after[table]]));
    expect(kept).toEqual(before);
    // Marks of changed PBX servers became outbox entries. Later migrations added more entries.
    const entries = await changedServers(
      db,
      sql`select key, payload ->> 'resource' as resource, payload ->> 'resourceId' as resource_id from outbox
        where topic = 'pbx-changed'`,
    );
    expect(entries).toEqual(expect.arrayContaining(marked));

    await migrate(db);
    await migrate(fresh);
    expect(await dumpSchema(db)).toEqual(await dumpSchema(fresh));
  }, 240_000);
});

// Before the first release the baseline replaced the migrations up to 891, and 893 to 895 followed it.
describe('a database of an earlier baseline', () => {
  it.each([
    ['alone', 891],
    ['with the migrations after it', 895],
  ])(
    'migrates to the current schema and keeps every row when it is %s',
    async (_, last) => {
      const [db, fresh] = [await open(), await open()];
      await migrate(db, oldConsole(101));
      await sql.raw(SCRIPT_MARK + rowsOfAnOldConsole).execute(db);
      const before = source.legacy.filter(({ number }) => number <= last);
      await migrate(db, oldConsole(before.length));
      await sql`insert into migrations (number, name, checksum) values (0, 'baseline', 'earlier')`.execute(db);
      await sql`comment on table live_events is 'Earlier comment.'`.execute(db);
      const rows = await dumpRows(db);
      expect(await isMigrated(db)).toBe(false);
      const missing = source.legacy.slice(before.length).map(({ number }) => number);
      expect(await migrate(db)).toEqual([...missing, 0, ...source.migrations.map(({ number }) => number)]);
      // Migration 893 writes an outbox entry if calls wait for a rate.
      const { outbox: _before, ...kept } = rows;
      const { outbox: _after, ...now } = await dumpRows(db, rows);
      expect(now).toEqual(kept);
      await migrate(fresh);
      expect(await dumpSchema(db)).toEqual(await dumpSchema(fresh));
      expect([await isMigrated(db), await migrate(db)]).toEqual([true, []]);
    },
    240_000,
  );
});

it('schema comments name only files that exist', () => {
  const server = new URL('../../', import.meta.url);
  const folder = new URL('schema/', import.meta.url);
  const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/`([\w-]+(?:\/[\w-]+)*\.ts|platform\/[\w/-]+)`/g),
    ])
    .map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((file) => !existsSync(new URL(file, server)))).toEqual([]);
});

it('legacy migrations do not change', () => {
  const all = createHash('sha256');
  for (const { number, name, checksum } of source.legacy) all.update(`${number} ${name} ${checksum}\n`);
  expect(all.digest('hex')).toBe('04209ff15cabbf7c88ec502e909e0172376826d04fa38f973d781ed4fe83a8ed');
});
