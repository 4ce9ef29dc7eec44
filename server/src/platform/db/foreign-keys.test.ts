// Tests that every foreign key between two tables with a customer column includes the customer, so that a row cannot refer to another
// customer's row.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestConsole } from '../../testing/test-console.ts';
import { startTwins } from '../../testing/start-twins.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
beforeAll(async () => {
  ({ server, world } = await startTwins());
});
afterAll(() => server.close());

/** Foreign keys without the customer, with the reason. Key: child → parent. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'users → roles': 'a role may be the platform’s: trigger users_role_own',
  'api_keys → users': 'owners of the platform’s staff have no customer; those of a customer have a second key',
  'api_keys → api_keys': 'keys of the platform’s staff have no customer; those of a customer have a second key',
  'report_schedules → users': 'the platform’s staff have no customer; owners in a customer have a second key',
  'report_views → users': 'the platform’s staff have no customer; owners in a customer have a second key',
  'call_ratings → calls': 'made of the call itself, in one statement',
};

describe('a foreign key', () => {
  it('between tables with customers includes the customer or is a listed exception', async () => {
    const { rows } = await sql<{ key: string; whole: boolean }>`
      select child.relname || ' → ' || parent.relname as key,
        bool_and((select bool_or(a.attname = 'customer_id') from unnest(con.conkey) k
          join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k)) as whole
      from pg_constraint con
      join pg_class child on child.oid = con.conrelid
      join pg_class parent on parent.oid = con.confrelid
      where con.contype = 'f' and child.relnamespace = current_schema()::regnamespace and parent.relname <> 'customers'
        and exists (select 1 from pg_attribute a where a.attrelid = child.oid and a.attname = 'customer_id' and not a.attisdropped)
        and exists (select 1 from pg_attribute a where a.attrelid = parent.oid and a.attname = 'customer_id' and not a.attisdropped)
      group by 1`.execute(server.deps.db);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => !row.whole && !(row.key in OTHERWISE)).map((row) => row.key)).toEqual([]);
  });

  const refuses = async (statement: ReturnType<typeof sql>): Promise<unknown> =>
    statement.execute(server.deps.db).then(
      () => 'taken',
      (error: unknown) => (error as { code?: string }).code,
    );

  it('rejects rows that refer to another customer, even in queries without conditions', async () => {
    const { a, b } = world;
    const crossing: Readonly<Record<string, ReturnType<typeof sql>>> = {
      member: sql`insert into ring_group_members (group_id, subscriber_id, position) values (${a.ringGroupId}, ${b.subscriberId}, 9)`,
      disguised: sql`insert into ring_group_members (group_id, subscriber_id, position, customer_id)
        values (${a.ringGroupId}, ${b.subscriberId}, 9, ${b.customerId})`,
      key: sql`insert into ivr_keys (ivr_id, customer_id, key, name, destination)
        values (${a.ivrId}, ${b.customerId}, '9', 'Main', '{"kind":"hangup"}')`,
      role: sql`update users set role_id = ${b.roleId} where id = ${a.userIds['agent'] ?? ''}`,
      trunk: sql`insert into outbound_route_trunks (route_id, trunk_id, position) values (${a.outboundRouteId}, ${b.trunkId}, 9)`,
      queue: sql`update queues set callcenter_id = ${b.callcenterId} where id = ${a.queueId}`,
      team: sql`insert into user_callcenters (user_id, customer_id, callcenter_id)
        values (${a.userIds['agent'] ?? ''}, ${a.customerId}, ${b.callcenterId})`,
      line: sql`update subscribers set user_id = ${b.userIds['agent'] ?? ''} where id = ${a.subscriberId}`,
      view: sql`insert into report_views (id, customer_id, owner_id, report, name, search)
        values (gen_random_uuid(), ${a.customerId}, ${b.userIds['agent'] ?? ''}, 'calls', 'Late', '{}')`,
      rotated: sql`update api_keys set rotated_from = ${b.apiKeyId} where id = ${a.apiKeyId}`,
    };
    for (const [what, statement] of Object.entries(crossing)) {
      expect([what, await refuses(statement)]).toEqual([what, '23503']);
    }
  });
});
