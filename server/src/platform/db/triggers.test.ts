// Tests the triggers that protect data from the database's own clients (docs/develop/database.md). Each rejects direct SQL.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from './connect.ts';
import { SCRIPT_MARK } from './pglite/pglite-dialect.ts';
import { openTestDb } from './testing/test-database.ts';
import type { TestDb } from './testing/test-database.ts';

interface Kept {
  readonly table: string;
  /** Statements that only this trigger refuses. */
  readonly refuses: readonly string[];
}

/** `#12` stands for a UUID that ends in 12. */
const KEPT: Readonly<Record<string, Kept>> = {
  audit_no_update: { table: 'audit', refuses: [`update audit set username = 'mallory'`] },
  audit_no_delete: { table: 'audit', refuses: ['delete from audit'] },
  audit_no_truncate: { table: 'audit', refuses: ['truncate audit'] },
  plan_versions_in_force: { table: 'plan_versions', refuses: [`update plan_versions set terms = '{"fee": 1}'`] },
  invoices_stay: {
    table: 'invoices',
    refuses: [
      `update invoices set total = 1 where id = '#31'`,
      `update invoices set status = 'draft', number = null where id = '#31'`,
    ],
  },
  invoice_lines_stay: {
    table: 'invoice_lines',
    refuses: [
      `update invoice_lines set net = 1`,
      `delete from invoice_lines`,
      `insert into invoice_lines (id, invoice_id, position, kind, net) values ('#39', '#31', 2, 'fee', 1)`,
    ],
  },
  invoice_annex_stays: {
    table: 'invoice_annex',
    refuses: [
      `update invoice_annex set calls = '[]'`,
      'delete from invoice_annex',
      `insert into invoice_annex values ('#31', 2, 1, '[]')`,
    ],
  },
  ledger_entries_stay: {
    table: 'ledger_entries',
    refuses: ['update ledger_entries set amount = 1', 'delete from ledger_entries'],
  },
  call_ratings_stay: {
    table: 'call_ratings',
    refuses: [
      'update call_ratings set amount = 0',
      `update call_ratings set steps = '[{}]'`,
      `update call_ratings set invoice_id = '#33'`,
    ],
  },
  users_role_own: {
    table: 'users',
    refuses: [
      `update users set role_id = '#12' where id = '#20'`,
      `insert into users (id, customer_id, username, email, role_id) values ('#29', '#1', 'eve', 'eve@example.test', '#12')`,
    ],
  },
  outbound_route_trunks_own: {
    table: 'outbound_route_trunks',
    refuses: [
      `insert into outbound_route_trunks values ('#51', '#53', 1)`,
      `update outbound_route_trunks set trunk_id = '#53'`,
    ],
  },
};

/**
 * These triggers overwrite values that a client must not choose: the hash chain of the audit trail and the customer of a ring group member.
 */
const WRITING: Readonly<Record<string, string>> = {
  audit_chained: 'audit',
  audit_head_follows: 'audit',
  ring_group_member_customer: 'ring_group_members',
};

const ROWS = `
insert into customers (id, code, name) values ('#1', 'vega', 'Vega'), ('#2', 'lyra', 'Lyra');
insert into endpoints (id, name, ami_host, ami_username, ami_secret) values (1, 'pbx1', '192.0.2.10', 'ringside', 'sealed');
insert into roles (id, name, reach, holders, level, customer_id) values
  ('#11', 'Own', 'own', 'customer', 1, '#1'), ('#12', 'Foreign', 'own', 'customer', 1, '#2');
insert into users (id, customer_id, username, email, role_id) values ('#20', '#1', 'noa', 'noa@example.test', '#11');
insert into audit (id, username, action, resource) values ('#21', 'noa', 'create', 'queue');
insert into plans (id, name, currency) values ('#22', 'Standard', 'USD');
insert into plan_versions (plan_id, number, valid_from, terms, created_by) values ('#22', 1, '2020-01-01', '{}', 'noa');
insert into invoice_issuers (id, name) values ('#30', 'Ringside Ltd');
insert into invoices (id, customer_id, issuer_id, kind, currency, language, period_start, period_end, first_day, end_day, fees_until, time_zone, made_by)
  select id::uuid, '#1', '#30', 'invoice', 'USD', 'en', start, start + interval '1 month', '2026-10-01', '2026-11-01', start, 'UTC', 'noa'
  from (values ('#31', timestamptz '2026-10-01'), ('#33', '2026-11-01')) as both_of (id, start);
insert into invoice_lines (id, invoice_id, position, kind, net) values ('#32', '#31', 1, 'calls', 12.5);
insert into invoice_annex values ('#31', 1, 1, '[["2026-10-02"]]');
update invoices set status = 'final', sequence = 1, number = 'INV-1' where id = '#31';
insert into ledger_entries (id, customer_id, currency, at, kind, amount, made_by) values ('#34', '#1', 'USD', '2026-11-01', 'payment', 10, 'noa');
insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name, destination, extension, device,
    start_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds, recording_file, legs)
  values ('#40', 1, 'l', 'u', '#1', 'outbound', 'answered', '', '', '', '', '', '2026-10-02', '2026-10-02', 1, 0, 1, 1, '', 1);
insert into call_ratings (call_id, customer_id, at, direction, status, steps, amount, invoice_id)
  values ('#40', '#1', '2026-10-02', 'outbound', 'rated', '[]', 12.5, '#31');
insert into outbound_routes (id, server_id, customer_id, name, priority) values ('#51', 1, '#1', 'All', 10);
insert into trunks (id, server_id, customer_id, code, name, mode, transport, host, port, codecs, format, caller_id)
  select id::uuid, 1, customer::uuid, code, code, 'registration', 'udp', 'sip.example.test', 5060, '["alaw"]', 'e164', 'line'
  from (values ('#52', '#1', 'own'), ('#53', '#2', 'foreign')) as both_of (id, customer, code);
insert into outbound_route_trunks values ('#51', '#52', 1);
insert into subscribers (id, customer_id, server_id, extension, name, secret, codecs) values ('#60', '#1', 1, '201', 'Noa', 's', '["alaw"]');
insert into ring_groups (id, customer_id, server_id, name, strategy, ring_seconds, fallback)
  values ('#61', '#1', 1, 'Desk', 'ringall', 20, '{"kind": "hangup"}');`;

const withIds = (text: string): string =>
  text.replaceAll(/#(\d+)/g, (_, n: string) => `00000000-0000-4000-8000-${n.padStart(12, '0')}`);

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
  await sql.raw(SCRIPT_MARK + withIds(ROWS)).execute(test.db);
});
afterAll(() => test.close());

/** Runs a statement and always rolls it back. Returns `done` or the error message. */
const attempt = async (statement: string, first = 'select 1'): Promise<string> => {
  const undo = new Error('undo');
  return test.db
    .transaction()
    .execute(async (tx) => {
      await sql.raw(first).execute(tx);
      const { numAffectedRows } = await sql.raw(withIds(statement)).execute(tx);
      if (numAffectedRows === 0n && !statement.startsWith('truncate')) throw new Error('no row');
      throw undo;
    })
    .catch((error: Error) => (error === undo ? 'done' : error.message));
};

// Report facts need no triggers: their writers mark the changed days, and no code truncates them (reports/fact-marks.test.ts).
it('the schema has exactly the expected triggers', async () => {
  const { rows } = await sql<{ name: string; table: string }>`
    select t.tgname as name, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`.execute(test.db);
  const kept = Object.entries(KEPT).map(([name, { table }]) => [name, table]);
  const expected = [...kept, ...Object.entries(WRITING)];
  expect(rows.map(({ name, table }) => [name, table]).toSorted()).toEqual(expected.toSorted());
});

it('the database page of the docs names every trigger', () => {
  const page = readFileSync(new URL('../../../../docs/develop/database.md', import.meta.url), 'utf8');
  const missing = [...Object.keys(KEPT), ...Object.keys(WRITING)].filter((name) => !page.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

describe.each(Object.entries(KEPT))('%s', (name, { table, refuses }) => {
  it.each(refuses)('refuses: %s', async (statement) => {
    expect(await attempt(statement)).toMatch(
      /never changed|in force|stay|only added to|final invoice|another customer/,
    );
    // Without this trigger the statement succeeds.
    expect(await attempt(statement, `alter table ${table} disable trigger ${name}`)).toBe('done');
  });
});

describe('triggers that overwrite values', () => {
  const headOf = async (db: Db) =>
    (await sql<{ seq: number; hash: string }>`select seq, hash from audit_head`.execute(db)).rows[0];

  it('ignore the position and hashes that a client gives an audit entry', async () => {
    const before = await headOf(test.db);
    const { rows } = await sql<{ seq: number; hash: string; prevHash: string }>`
      insert into audit (id, username, action, resource, seq, prev_hash, hash)
      values (gen_random_uuid(), 'eve', 'create', 'queue', 99, 'forged', 'forged') returning seq, hash, prev_hash`.execute(
      test.db,
    );
    expect(rows).toEqual([
      { seq: (before?.seq ?? 0) + 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/), prevHash: before?.hash },
    ]);
    expect(await headOf(test.db)).toEqual({ seq: rows[0]?.seq, hash: rows[0]?.hash });
  });

  it('set the customer of a ring group member from its group', async () => {
    const member = `insert into ring_group_members (group_id, subscriber_id, position) values ('#61', '#60', 1)`;
    await sql.raw(withIds(member)).execute(test.db);
    const { rows } = await sql<{ customerId: string }>`select customer_id from ring_group_members`.execute(test.db);
    expect(rows).toEqual([{ customerId: withIds('#1') }]);
    expect(await attempt(withIds(`update ring_group_members set customer_id = '#2'`))).toMatch(/foreign key/);
  });
});
