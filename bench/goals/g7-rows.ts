// Creates five million call records, as many queue and agent facts, and their prices: 1,000 customers over 60 days.
import { sql } from 'kysely';
import type { Db } from '../../server/src/platform/db/connect.ts';
import { AGENT_DAYS } from '../../server/src/reports/agent-report/agent-days.ts';
import { packDays } from '../../server/src/reports/pack-days.ts';
import { QUEUE_DAYS } from '../../server/src/reports/queue-report/day-queries.ts';
import { progress } from '../harness.ts';

export const ROWS = Number(process.env['BENCH_ROWS'] ?? 5_000_000);
const CUSTOMERS = 1000;
/** The large customer: 90,000 rows in 30 days, the calls of a call center with a hundred agents. */
export const LARGE = 90_000;
export const DAYS = 60;
const BATCH = 250_000;

const uuid = (kind: string, n: string) => sql.raw(`(lpad(to_hex(${n}), 8, '0') || '-0000-4000-8000-${kind}')::uuid`);
const customer = (n: string) => uuid('00000000000c', n);

/** Customer of every row: the first one has its share, and the others share the rest equally. */
const SHARE = Math.max(1, Math.round(ROWS / ((LARGE * DAYS) / 30)));
const OWNER = `(case when i % ${SHARE} = 0 then 1 else 2 + (i::bigint * 7919) % ${CUSTOMERS - 1} end)::integer`;
const AT = `(date_trunc('day', now()) - make_interval(secs => (i::float8 / ${ROWS}) * ${DAYS * 86_400}))`;

const fillGround = async (db: Db): Promise<void> => {
  await sql`insert into endpoints (name, ami_host, ami_username, ami_secret, enabled)
    select 'PBX ' || i, '127.0.0.1', 'u', '', false from generate_series(1, 20) i`.execute(db);
  await sql`insert into customers (id, code, name, country) select ${customer('i')}, 'customer-' || i, 'Clinic ' || i, 'US'
    from generate_series(1, ${CUSTOMERS}) i`.execute(db);
  await sql`insert into callcenters (id, customer_id, name, code, timezone)
    select ${uuid('0000000000cc', 'i')}, ${customer('i')}, 'Support', 'support', 'UTC' from generate_series(1, ${CUSTOMERS}) i`.execute(db);
  await sql`insert into queues (id, customer_id, callcenter_id, server_id, name, label)
    select ${uuid('00000000000e', '(i * 10 + k)')}, ${customer('i')}, ${uuid('0000000000cc', 'i')}, 1 + i % 20, 'q' || i || '-' || k, 'Line ' || k
    from generate_series(1, ${CUSTOMERS}) i, generate_series(0, 4) k`.execute(db);
}; // prettier-ignore

const fillRows = async (db: Db, from: number, to: number): Promise<void> => {
  await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, callcenter_id, direction, status, source, source_name,
      destination, extension, device, queue, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds,
      billable_seconds, recording_file, legs, rating_due)
    select gen_random_uuid(), 1 + o % 20, 'l' || i, 'u' || i, ${customer('o')}, ${uuid('0000000000cc', 'o')}, 'inbound',
      'answered', '+1202555' || lpad((i % 10000)::text, 4, '0'), '', '+12025550100', '', '', 'q' || o || '-' || (i % 5),
      at, at, at + interval '90 seconds', 90, 10, 80, 80, '', 1, false
    from (select i, ${sql.raw(OWNER)} as o, ${sql.raw(AT)} as at from generate_series(${from}::integer, ${to}::integer) i) as made`.execute(db);
  await sql`insert into queue_facts (server_id, id, at, queue, customer_id, callcenter_id, outcome, wait, joined_at, talk, sent_on, caller_tail)
    select 1 + o % 20, i, at, 'q' || o || '-' || (i / 2 % 5), (${customer('o')})::text, (${uuid('0000000000cc', 'o')})::text,
      case when i % 2 = 1 then null when i % 22 = 0 then 'abandoned' else 'answered' end,
      case when i % 2 = 0 then (i::bigint * 7919 / 2 % 97)::integer end,
      case when i % 2 = 0 then at - make_interval(secs => (i::bigint * 7919 / 2 % 97)::integer) end,
      case when i % 2 = 1 then (i::bigint * 6007 % 613)::integer end, i % 31 = 0, lpad((i % 1000000)::text, 9, '2')
    from (select i, ${sql.raw(OWNER)} as o, ${sql.raw(AT)} as at from generate_series(${from}::integer, ${to}::integer) i) as made`.execute(db);
  // A hundred agents of the large customer and ten of each other one: sessions of twenty facts.
  await sql`insert into agent_facts (server_id, id, at, customer_id, callcenter_id, queue, interface, name, kind, paused, reason,
      paused_since, login_at, incall, talk, call)
    select 1 + o % 20, i, at, (${customer('o')})::text, (${uuid('0000000000cc', 'o')})::text, 'q' || o || '-' || (agent % 5),
      'PJSIP/' || o || '-' || agent, 'Agent ' || agent,
      (array['removed', 'pause', 'pause', 'complete', 'connect', 'complete', 'connect', 'complete', 'connect', 'missed', 'pause',
        'pause', 'complete', 'connect', 'complete', 'connect', 'complete', 'connect', 'seen', 'added'])[1 + step],
      step in (2, 11), case when step in (2, 11) then 'lunch' else '' end,
      case when step in (2, 11) then floor(extract(epoch from at))::bigint end, null,
      step in (4, 6, 8, 13, 15, 17), case when step in (3, 5, 7, 12, 14, 16) then 180 end, 'u' || i
    from (select i, o, at, turn % agents as agent, (turn / agents) % 20 as step from (
      select i, o, at, (i / case when o = 1 then ${SHARE}::integer else 1000 end) as turn, case when o = 1 then 100 else 10 end as agents
      from (select i, ${sql.raw(OWNER)} as o, ${sql.raw(AT)} as at
        from generate_series(${from}::integer, ${to}::integer) i) as owned) as counted) as made`.execute(db);
}; // prettier-ignore

const withoutTriggers = (db: Db, fill: (tx: Db) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await fill(tx as Db);
  });

/** Creating an index over existing rows takes a fraction of the time of maintaining it row by row. */
const withoutIndexes = async (db: Db, fill: () => Promise<void>): Promise<void> => {
  const { rows } = await sql<{ name: string; made: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
    where i.indrelid in ('calls'::regclass, 'queue_facts'::regclass, 'agent_facts'::regclass, 'call_ratings'::regclass)
      and not i.indisreplident and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db);
  await fill();
  for (const { made } of rows) await sql.raw(made).execute(db);
};

export const fillAll = async (db: Db): Promise<void> => {
  await withoutTriggers(db, fillGround);
  await withoutIndexes(db, () => fillTables(db));
  await markAndPack(db);
};

const fillTables = async (db: Db): Promise<void> => {
  for (let from = 1; from <= ROWS; from += BATCH) {
    progress(`${(from - 1).toLocaleString('en')} of ${ROWS.toLocaleString('en')} calls`);
    await withoutTriggers(db, (tx) => fillRows(tx, from, Math.min(ROWS, from + BATCH - 1)));
  }
  await withoutTriggers(db, (tx) =>
    sql`insert into call_ratings (call_id, customer_id, at, direction, status, currency, destination_name,
        destination_group, raw_seconds, billed_seconds, amount, steps)
      select id, customer_id, answer_at, case when length(linkedid) % 3 = 0 then 'outbound' else 'inbound' end, 'rated',
        'USD', 'USA', 'group ' || (length(linkedid) % 7), billable_seconds, 120, 0.014, '[]' from calls`.execute(tx),
  );
};

const markAndPack = async (db: Db): Promise<void> => {
  // The rows were inserted without day marks: mark the days, then pack them as the console's job does.
  await sql`insert into queue_day_marks (customer_id, day)
    select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from queue_facts`.execute(db);
  await sql`insert into agent_day_marks (customer_id, day)
    select distinct coalesce(customer_id, ''), (at at time zone 'UTC')::date from agent_facts`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const began = performance.now();
  const days = (await packDays(db, QUEUE_DAYS, Date.now())) + (await packDays(db, AGENT_DAYS, Date.now()));
  console.log(
    `${days.toLocaleString('en')} days of customers packed in ${Math.round((performance.now() - began) / 1000)} s`,
  );
  await sql`vacuum analyze queue_packed_days, queue_day_marks, agent_packed_days, agent_day_marks`.execute(db);
};
