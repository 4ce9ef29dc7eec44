// Tests that a list read in batches, while other transactions write, neither omits rows that existed throughout nor repeats rows.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readRows } from './rows/list-rows.ts';
import type { ListShape, RowSelect } from './rows/list-rows.ts';
import { newId } from './new-id.ts';
import { readOn } from './read-on.ts';
import { openTestDb } from './testing/test-database.ts';
import type { TestDb } from './testing/test-database.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}

let test: TestDb;
const SHAPE: ListShape = {
  searchable: ['name'],
  filters: [],
  textFields: new Set(['name', 'contactName']),
  neverNull: new Set(['name', 'createdAt']),
  defaultSort: 'name',
};
const select = () =>
  test.db
    .selectFrom('customers')
    .select(['id', 'name', 'contactName', 'createdAt', 'recordingRetentionDays']) as unknown as RowSelect<Row>;

const add = async (name: string, days: number | null, at: string): Promise<void> => {
  const id = newId();
  await sql`insert into customers (id, code, name, timezone, currency, recording_retention_days, created_at)
    values (${id}, ${id}, ${`${name} ${id.slice(-4)}`}, 'UTC', 'EUR', ${days}, ${at}::timestamptz)`.execute(test.db);
};

beforeAll(async () => {
  test = await openTestDb();
}, 60_000);
afterAll(() => test?.close());
beforeEach(async () => {
  await sql`delete from customers`.execute(test.db);
  for (let n = 0; n < 20; n++) {
    const micros = String(n % 4).padStart(6, '0');
    await add(`Mid ${'aÀbB'[n % 4]!}`, n % 3 === 0 ? null : (n % 5) + 10, `2026-11-01T00:00:00.${micros}Z`);
  }
});

it.each(['name', '-name', 'createdAt', '-createdAt', 'recordingRetentionDays', '-recordingRetentionDays'])(
  'reads each row once, in order, when sorted by %s',
  async (sort) => {
    const ordered = await readRows(test.db, select(), SHAPE, [], { page: 1, perPage: 100, sort });
    const still: string[] = [];
    for await (const rows of readOn(test.db, select(), SHAPE, [], { sort }, 3))
      still.push(...rows.map((row) => row.id));
    expect(still).toEqual(ordered.map((row) => row.id));

    const seen: string[] = [];
    const gone = new Set<string>();
    for await (const rows of readOn(test.db, select(), SHAPE, [], { sort }, 3)) {
      seen.push(...rows.map((row) => row.id));
      if (seen.length > 60) break;
      // Add rows before and after the current position, and delete the row after which the next batch starts.
      await add('Aa', 1, '2020-01-01T00:00:00Z');
      await add('Zz', 1000, '2030-01-01T00:00:00Z');
      const last = rows.at(-1)?.id;
      if (last !== undefined) {
        gone.add(last);
        await sql`delete from customers where id = ${last}`.execute(test.db);
      }
      if (gone.size === 8) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    // Of the eight batches of three rows, at most one row each is new.
    const known = new Set(still);
    const reached = seen.filter((id) => known.has(id));
    expect(reached).toEqual(still.slice(0, reached.length));
    expect(reached.length).toBeGreaterThan(5);
  },
);
