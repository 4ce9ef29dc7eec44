// Reads a customer's day: raw events, report counts, live figures and call records.
import { sql } from 'kysely';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Owner, QueueToday } from '@ringside/core/live/state.ts';
import type { DayDifference, DayFigures } from '@ringside/core/reports/day-figures.ts';
import { addUpBy, tallyOf } from '@ringside/core/reports/queue-report.ts';
import { CALL_RULES } from '../../calls/queries.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { TenantScope } from '../../platform/db/rows/tenant-scope.ts';
import { countTotals } from '../queue-report/count-days.ts';

const EVERYBODY: TenantScope = { customerId: null, reach: 'platform', callcenterIds: [] };

export interface CheckedCustomer {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly timezone: string;
}

export const readCustomers = async (db: Db, code?: string): Promise<CheckedCustomer[]> => {
  const { rows } = await sql<CheckedCustomer>`select id, code, name, timezone from customers
    where status <> 'terminated' and (${code ?? null}::text is null or lower(code) = lower(${code ?? null}::text))
    order by code`.execute(db);
  return rows;
};

export const isChecked = async (db: Db, customerId: string, day: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from day_checks where customer_id = ${customerId} and day = ${day}`.execute(db);
  return rows.length > 0;
};

/** Returns the PBX servers that may have events of the customer. */
export const readServersOf = async (db: Db, customerId: string): Promise<number[]> => {
  const { rows } = await sql<{ serverId: number }>`
    select server_id from queues where customer_id = ${customerId}
    union select server_id from queue_facts where customer_id = ${customerId}
    union select server_id from agent_facts where customer_id = ${customerId}`.execute(db);
  return rows.map((row) => row.serverId);
};

const BATCH = 5_000;

export type StoredEvent = LiveEvent & { readonly importedAt?: number };

/** Yields the counted events of one PBX server in order of time. */
export async function* readRawEvents(
  db: Db,
  serverId: number,
  from: number,
  to: number,
): AsyncGenerator<readonly StoredEvent[]> {
  let after: { at: string; id: string } = { at: new Date(from - 1).toISOString(), id: '0' };
  for (;;) {
    const { rows } = await sql<{ id: string; at: string; event: StoredEvent }>`
      select id::text as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, event from live_events
      where server_id = ${serverId} and (at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
        and at < ${new Date(to)} and kind in ('outcome', 'member', 'member-removed')
      order by at, id limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    yield rows.map((row) => row.event);
    if (last === undefined || rows.length < BATCH) return;
    after = last;
  }
}

const figuresOf = (rows: readonly Record<string, unknown>[]): DayFigures =>
  new Map(
    rows.flatMap(({ of, ...figures }) =>
      Object.entries(figures).flatMap(([name, value]) =>
        Number(value) === 0 ? [] : [[`${String(of)} ${name}`, Number(value)] as const],
      ),
    ),
  );

/** Counts like the queue report, including packed days. */
export const readQueueFigures = async (db: Db, customerId: string, from: Date, to: Date): Promise<DayFigures> => {
  const period = { from: from.getTime(), to: to.getTime() };
  const { entities } = await countTotals(db, EVERYBODY, { period, timeZone: 'UTC', customerId });
  // A queue whose call center changed has two entries.
  const queues = addUpBy(
    entities,
    (row) => `${row.serverId}/${row.queue}`,
    (row) => tallyOf(row, row.formula),
  );
  return figuresOf(
    [...queues].map(([of, t]) => {
      const abandoned = t.abandonedShort + t.abandonedLong;
      const others = { timedOut: t.timedOut, leftByKey: t.leftByKey, noAgent: t.noAgent, full: t.full };
      const received = t.answered + abandoned + t.timedOut + t.leftByKey + t.noAgent + t.full + t.withdrawn;
      return {
        ...{ of, received, answered: t.answered, abandoned, ...others, withdrawn: t.withdrawn },
        ...{ waitSeconds: t.waitSeconds, longestWaitSeconds: t.longestWaitSeconds },
        ...{ completed: t.completed, talkSeconds: t.talkSeconds, transferred: t.transferred },
      };
    }),
  );
};

/** Counts as the agent report does, but without merges, because the raw events have the original names. */
export const readAgentFigures = async (db: Db, customerId: string, from: Date, to: Date): Promise<DayFigures> => {
  const { rows } = await sql<Record<string, unknown>>`
    select concat(server_id, '/', coalesce(told_interface, interface)) as of, count(*) filter (where kind = 'added') as "in",
      count(*) filter (where kind = 'removed') as "out", count(*) filter (where kind = 'pause') as pauses,
      count(*) filter (where kind = 'connect') as taken, count(*) filter (where kind = 'missed') as missed,
      count(*) filter (where kind = 'complete') as completed,
      coalesce(sum(talk) filter (where kind = 'complete'), 0) as talk_seconds
    from agent_facts where customer_id = ${customerId} and at >= ${from} and at < ${to}
    group by server_id, coalesce(told_interface, interface)`.execute(db);
  return figuresOf(rows);
};

export interface LiveDay {
  readonly serverId: number;
  readonly queue: string;
  readonly figures: QueueToday;
  readonly endedAt: Date;
}

export const readLiveDays = async (db: Db, customerId: string, day: string): Promise<LiveDay[]> => {
  const { rows } = await sql<LiveDay>`select server_id, queue, figures, ended_at from queue_days
    where customer_id = ${customerId} and day = ${day} order by server_id, queue`.execute(db);
  return rows;
};

/** Stores the live figures of a queue at the end of its day. Skips unassigned queues. */
export const keepLiveDay = async (
  db: Db,
  serverId: number,
  queue: string,
  owner: Owner,
  figures: QueueToday,
  at: number,
): Promise<void> => {
  if (owner.customerId === null) return;
  await sql`insert into queue_days (server_id, queue, day, customer_id, figures, ended_at)
    values (${serverId}, ${queue}, ${figures.day}, ${owner.customerId}, ${JSON.stringify(figures)}::jsonb, ${new Date(at)})
    on conflict (server_id, queue, day) do update set customer_id = excluded.customer_id, figures = excluded.figures,
      ended_at = excluded.ended_at`.execute(db);
};

export interface StoredCall {
  readonly id: string;
  readonly serverId: number;
  readonly linkedid: string;
  readonly party: string;
  readonly status: string;
  readonly talkSeconds: number;
  readonly waitSeconds: number;
  readonly billableSeconds: number;
}

/** Yields the calls that started on the day, in batches. */
export async function* readStoredCalls(
  db: Db,
  customerId: string,
  from: Date,
  to: Date,
): AsyncGenerator<readonly StoredCall[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows }: { rows: StoredCall[] } = await sql<StoredCall>`
      select id, server_id, linkedid, party, status, talk_seconds, wait_seconds, billable_seconds from calls
      where customer_id = ${customerId} and start_at >= ${from} and start_at < ${to} and id > ${after} and rules = ${CALL_RULES}
      order by id limit 1000`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** Stores the result of a day, also when it is checked again. */
export const keepCheck = async (
  db: Db,
  check: {
    readonly customerId: string;
    readonly day: string;
    readonly figures: number;
    readonly differences: readonly DayDifference[];
  },
  at: number,
): Promise<void> => {
  await sql`insert into day_checks (customer_id, day, checked_at, figures, differences)
    values (${check.customerId}, ${check.day}, ${new Date(at)}, ${check.figures}, ${JSON.stringify(check.differences)}::jsonb)
    on conflict (customer_id, day) do update set checked_at = excluded.checked_at, figures = excluded.figures,
      differences = excluded.differences`.execute(db);
};
