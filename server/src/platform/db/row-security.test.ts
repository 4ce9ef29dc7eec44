// Tests row-level security with queries that have no conditions, on every table with a customer.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';
import type { Db } from './connect.ts';
import { withRowSecurity } from './row-security.ts';

let server: TestConsole;
let world: World;
let db: Db;
let a: Db;
let tables: string[];

const call = (id: number, customerId: string) => sql`
  insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name, destination,
    extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds, recording_file, legs)
  values (${`00000000-0000-4000-8000-00000000000${id}`}, 1, ${`l${id}`}, 'u', ${customerId}, 'inbound', 'answered', '', '',
    '', '', '', now(), now(), now(), 1, 1, 1, 1, '', 1)`;
const fact = (id: number, customerId: string) => sql`
  insert into queue_facts (server_id, id, at, queue, customer_id, outcome) values (1, ${id}, now(), 'q', ${customerId}, 'answered')`;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  db = server.deps.db;
  a = withRowSecurity(db, { customerId: world.a.customerId });
  for (const [id, side] of [world.a, world.b].entries()) {
    await call(id + 1, side.customerId).execute(db);
    await fact(id + 1, side.customerId).execute(db);
  }
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where column_name = 'customer_id' and table_schema = current_schema() and table_type = 'BASE TABLE'
    order by 1`.execute(db);
  tables = rows.map((row) => row.name);
});
afterAll(() => server.close());

const owners = async (handle: Db, table: string): Promise<(string | null)[]> => {
  const { rows } = await sql<{ id: string | null }>`
    select distinct customer_id::text as id from ${sql.table(table)}`.execute(handle);
  return rows.map((row) => row.id);
};

describe('row-level security', () => {
  it('is enabled on every table with a customer, including tables of later migrations', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
        and c.relname = any(${[...tables, 'customers']}::text[]) and not (c.relrowsecurity and c.relforcerowsecurity)`.execute(
      db,
    );
    expect(rows).toEqual([]);
    expect(tables).toEqual(expect.arrayContaining(['audit', 'calls', 'queue_facts', 'queues', 'subscribers', 'users']));
  });

  it('hides rows of other customers from a query without conditions', async () => {
    let shown = 0;
    for (const table of tables) {
      const all = await owners(db, table);
      const seen = await owners(a, table);
      expect([table, seen.filter((id) => id !== null && id !== world.a.customerId)]).toEqual([table, []]);
      if (all.includes(world.a.customerId)) {
        expect([table, seen.includes(world.a.customerId)]).toEqual([table, true]);
        shown += 1;
      }
    }
    expect(shown).toBeGreaterThanOrEqual(9);
    const customers = await a.selectFrom('customers').select('id').execute();
    expect(customers).toEqual([{ id: world.a.customerId }]);
    // This also hides platform users.
    expect((await a.selectFrom('users').select('customerId').distinct().execute()).length).toBe(1);
  });

  it('shows a reseller its own rows and those of its customers', async () => {
    const handle = withRowSecurity(db, {
      customerId: world.a.parentId,
      customerIds: [world.a.parentId, world.a.customerId],
    });
    const seen = (await handle.selectFrom('customers').select('id').execute()).map((row) => row.id);
    expect(seen.toSorted()).toEqual([world.a.parentId, world.a.customerId].toSorted());
    expect((await owners(handle, 'users')).toSorted()).toEqual([world.a.parentId, world.a.customerId].toSorted());
  });

  it('rejects writes to rows of other customers', async () => {
    const renamed = await a.updateTable('queues').set({ label: 'Taken over' }).executeTakeFirst();
    expect(renamed.numUpdatedRows).toBe(1n);
    const gone = await a.deleteFrom('subscribers').where('id', '=', world.b.subscriberId).executeTakeFirst();
    expect(gone.numDeletedRows).toBe(0n);
    await expect(
      a.updateTable('queues').set({ customerId: world.b.customerId, callcenterId: world.b.callcenterId }).execute(),
    ).rejects.toThrow(/row-level security/);
    await expect(call(9, world.b.customerId).execute(a)).rejects.toThrow(/row-level security/);
    // All customers can read the platform's roles, but not write them.
    expect((await a.selectFrom('roles').select('id').where('customerId', 'is', null).execute()).length).toBeGreaterThan(
      5,
    );
    const roles = await a.updateTable('roles').set({ level: 0 }).where('customerId', 'is', null).executeTakeFirst();
    expect(roles.numUpdatedRows).toBe(0n);
  });

  it('applies the right customers on each use of a shared connection', async () => {
    const b = withRowSecurity(db, { customerId: world.b.customerId });
    const ids = await Promise.all(
      Array.from({ length: 90 }, async (_, n) => {
        const handle = [db, a, b][n % 3] ?? db;
        const work = (h: Db) => h.selectFrom('callcenters').select('customerId').execute();
        const rows = await (n % 2 === 0 ? work(handle) : handle.transaction().execute((tx) => work(tx as Db)));
        return [n % 3, rows.map((row) => row.customerId).toSorted()] as const;
      }),
    );
    const expected = [[world.a.customerId, world.b.customerId].toSorted(), [world.a.customerId], [world.b.customerId]];
    for (const [who, rows] of ids) expect(rows).toEqual(expected[who]);
  });

  it('applies to API calls of a customer, for reads and writes', async () => {
    const token = world.a.tokens['customer-admin'] ?? '';
    const path = `/callcenters/${world.a.callcenterId}`;
    expect((await server.call(token, 'PATCH', path, { wrapupSeconds: 7 })).body.wrapupSeconds).toBe(7);
    // The changed policy hides rows that the store's own condition would return.
    await sql`alter policy customer_wall on callcenters using (coalesce(current_setting('ringside.customers', true), '') = '')`.execute(
      db,
    );
    expect((await server.call(token, 'GET', path)).status).toBe(404);
    expect((await server.call(world.platform['administrator'] ?? '', 'GET', path)).status).toBe(200);
  });
});
