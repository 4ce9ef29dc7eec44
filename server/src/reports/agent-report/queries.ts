// Reads the inputs of the agent report: queue memberships and facts of agents.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { AgentFact, AgentFactKind } from '@ringside/core/reports/agent-fact.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import type { Db } from '../../platform/db/connect.ts';
import { isOneOf, visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { customersOf } from '../../platform/caller/reach.ts';
import type { OpenTimes } from '../open-times-queries.ts';

export interface AgentScope {
  readonly period: Period;
  readonly timeZone: string;
  readonly customerId?: string | undefined;
  readonly callcenterId?: string | undefined;
  readonly serverId?: number | undefined;
  readonly queue?: string | undefined;
  readonly agent?: string | undefined;
  /** Counts only time inside, or only outside, of business hours. Absent: all. */
  readonly open?: OpenTimes | undefined;
}

/** An agent's membership in a queue. Names are `''` if the row was deleted. */
export interface MemberOf {
  readonly serverId: number;
  readonly interface: string;
  readonly customerId: string | null;
  readonly queue: string;
  readonly name: string;
  readonly queueLabel: string;
  readonly callcenterId: string | null;
  readonly callcenterName: string;
}

const SCOPE = { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId', queue: 'queue' };
/** Range before and after a period to search for a membership's next fact, which shows that a session continues. */
export const AROUND_MS = 7 * 86_400_000;

const equal = (column: RawBuilder<unknown>, value: string | number | undefined): RawBuilder<SqlBool>[] =>
  value === undefined || value === '' ? [] : [sql<SqlBool>`${column} = ${value}`];

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;

/** A current membership. The agent may have no facts yet. */
export interface PresentOf {
  readonly serverId: number;
  readonly interface: string;
  readonly queue: string;
  readonly name: string;
  readonly customerId: string | null;
  readonly callcenterId: string | null;
}

/** Returns memberships as SQL rows `x`. */
const asTable = (members: readonly PresentOf[]): RawBuilder<unknown> => sql`json_to_recordset(${JSON.stringify(
  members.map((p) => ({
    server_id: p.serverId,
    interface: p.interface,
    customer_id: p.customerId,
    queue: p.queue,
    callcenter_id: p.callcenterId,
    name: p.name,
  })),
)}::json)
  as x(server_id integer, interface text, customer_id text, queue text, callcenter_id text, name text)`;

/** Returns the visible and requested memberships of `m` with current names. */
const readNamed = async (db: Db, caller: Caller, s: AgentScope, m: RawBuilder<unknown>): Promise<MemberOf[]> => {
  const conditions = [
    ...visibleTo(caller, SCOPE),
    ...equal(sql`row.customer_id`, s.customerId),
    ...equal(sql`row.callcenter_id::text`, s.callcenterId),
    ...equal(sql`row.server_id`, s.serverId),
    ...equal(sql`row.queue`, s.queue),
    ...equal(sql`row.interface`, s.agent),
  ];
  const { rows } = await sql<MemberOf>`
    select * from (
      select m.server_id, m.interface, m.customer_id, m.queue, m.name,
        coalesce(nullif(q.label, ''), m.queue) as queue_label, c.id as callcenter_id, coalesce(c.name, '') as callcenter_name
      from ${m} as m
      left join queue_names q on q.server_id = m.server_id and q.name = m.queue and q.customer_id::text = m.customer_id
      left join callcenter_names c on c.id::text = coalesce(q.callcenter_id::text, m.callcenter_id)
    ) as row where ${all(conditions)}
    order by server_id, interface, customer_id, queue`.execute(db);
  return rows;
};

/** Adds names to known memberships, one row each. */
export const nameMemberships = (
  db: Db,
  caller: Caller,
  s: AgentScope,
  members: readonly PresentOf[],
): Promise<MemberOf[]> => readNamed(db, caller, s, sql`(select * from ${asTable(members)})`);

/** Returns visible memberships from history and `present`. The latest name counts. */
export const readMemberships = (
  db: Db,
  caller: Caller,
  s: AgentScope,
  present: readonly PresentOf[],
): Promise<MemberOf[]> => {
  const { from, to } = s.period;
  const own = [
    ...(caller.customerId === null
      ? equal(sql`customer_id`, s.customerId)
      : [isOneOf(sql`customer_id`, customersOf(caller))]),
    ...equal(sql`server_id`, s.serverId),
    ...equal(sql`interface`, s.agent),
  ];
  return readNamed(
    db,
    caller,
    s,
    sql`(
      select server_id, interface, customer_id, queue, (array_agg(callcenter_id order by at desc, id desc))[1] as callcenter_id,
        (array_agg(name order by (name <> '') desc, at desc, id desc))[1] as name
      from (
        select server_id, interface, customer_id, queue, callcenter_id, name, at, id from agent_facts
        where at >= ${new Date(from - AROUND_MS)} and at < ${new Date(to + AROUND_MS)} and ${all(own)}
        union all
        select server_id, interface, customer_id, queue, callcenter_id, name, 'infinity'::timestamptz, 0 from ${asTable(present)}
      ) as seen
      group by server_id, interface, customer_id, queue
    )`,
  );
};

interface FactRow extends AgentFact {
  readonly serverId: number;
  readonly interface: string;
  readonly customerId: string | null;
}

interface RawFact {
  readonly serverId: number;
  readonly interface: string;
  readonly customerId: string | null;
  readonly at: number;
  readonly queue: string;
  readonly kind: AgentFactKind;
  readonly paused: boolean;
  readonly reason: string;
  readonly pausedSince: number | null;
  readonly loginAt: number | null;
  readonly incall: boolean;
  readonly ring: number;
  readonly talk: number | null;
  readonly wrapup: number;
  readonly call: string | null;
}

/**
 * Reads facts in order: all of the period, plus for each membership the last one before and the first one after it.
 * @param agents of one server
 */
export const readFacts = async (
  db: Db,
  serverId: number,
  agents: readonly string[],
  { from, to }: Period,
): Promise<FactRow[]> => {
  const who = sql`server_id = ${serverId} and interface = any(${[...agents]}::text[])`;
  const [start, end] = [new Date(from), new Date(to)];
  const { rows } = await sql<RawFact>`
    select server_id, interface, customer_id, floor(extract(epoch from at))::float8 as at, queue, kind, paused, reason,
      paused_since::float8 as paused_since, login_at::float8 as login_at, incall, ring, talk, wrapup, call
    from (
      select * from agent_facts where ${who} and at >= ${start} and at < ${end}
      union all
      select * from (select distinct on (customer_id, interface, queue) * from agent_facts
        where ${who} and at < ${start} and at >= ${new Date(from - AROUND_MS)}
        order by customer_id, interface, queue, at desc, id desc) as before
      union all
      select * from (select distinct on (customer_id, interface, queue) * from agent_facts
        where ${who} and at >= ${end} and at < ${new Date(to + AROUND_MS)}
        order by customer_id, interface, queue, at, id) as later
    ) as facts
    order by facts.at, facts.id`.execute(db);
  return rows.map(({ ring, talk, wrapup, ...row }) => ({
    ...row,
    ringSeconds: ring,
    talkSeconds: talk,
    wrapupSeconds: wrapup,
  }));
};

export interface PauseLimit {
  readonly callcenterId: string;
  readonly code: string;
  readonly label: string;
  readonly maxMinutes: number | null;
}

/** Returns labels in the reader's language if the call center defined them. */
export const readPauseLimits = async (
  db: Db,
  language: string,
  callcenterIds: readonly string[],
): Promise<PauseLimit[]> => {
  if (callcenterIds.length === 0) return [];
  const { rows } = await sql<PauseLimit>`
    select c.id as callcenter_id, r.code, coalesce(nullif(r.labels ->> ${language}::text, ''), r.label) as label,
      r."maxMinutes" as max_minutes
    from callcenters c,
      jsonb_to_recordset(c.pause_reasons) as r(code text, label text, labels jsonb, "maxMinutes" integer)
    where c.id = any(${[...callcenterIds]}::uuid[])
    order by lower(c.name), c.id`.execute(db);
  return rows;
};

interface CallerOf {
  readonly call: string;
  readonly callerNumber: string;
  readonly callerName: string;
}

/** Returns the callers of one agent's calls by unique id. */
export const readCallers = async (
  db: Db,
  serverId: number,
  agent: string,
  calls: readonly string[],
): Promise<CallerOf[]> => {
  const { rows } = await sql<CallerOf>`
    select f.call, max(coalesce(e.event #>> '{row,callerNumber}', '')) as caller_number,
      max(coalesce(e.event #>> '{row,callerName}', '')) as caller_name
    from agent_facts f join live_events e on e.server_id = f.server_id and e.id = f.id
    where f.server_id = ${serverId} and f.interface = ${agent} and f.call = any(${[...calls]}::text[])
    group by f.call`.execute(db);
  return rows;
};

interface CallAsked {
  readonly serverId: number;
  readonly interface: string;
  readonly call: string;
}

/** Returns the callers and call records of calls of several agents. */
export const readCallsOf = async (
  db: Db,
  caller: Caller,
  asked: readonly CallAsked[],
): Promise<(CallAsked & CallerOf & { readonly callId: string | null })[]> => {
  const { rows } = await sql<CallAsked & CallerOf & { readonly callId: string | null }>`
    select x.server_id, x.interface, x.call, max(coalesce(e.event #>> '{row,callerNumber}', '')) as caller_number,
      max(coalesce(e.event #>> '{row,callerName}', '')) as caller_name, max(k.id::text) as call_id
    from json_to_recordset(${JSON.stringify(
      asked.map((one) => ({ server_id: one.serverId, interface: one.interface, call: one.call })),
    )}::json) as x(server_id integer, interface text, call text)
    join agent_facts f on f.server_id = x.server_id and f.interface = x.interface and f.call = x.call
    left join live_events e on e.server_id = f.server_id and e.id = f.id
    left join calls k on k.server_id = f.server_id and k.linkedid = coalesce(e.event #>> '{row,linkedid}', f.call)
    group by x.server_id, x.interface, x.call`.execute(withRowSecurity(db, caller));
  return rows;
};

export const readServerIds = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from endpoints order by id`.execute(db);
  return rows.map((row) => row.id);
};

interface MergedAgent {
  readonly serverId: number;
  readonly customerId: string;
  readonly interface: string;
  readonly intoInterface: string;
  readonly intoName: string;
}

/** Returns agents that were merged into others. */
export const readMergedAgents = async (db: Db): Promise<MergedAgent[]> => {
  const { rows } = await sql<MergedAgent>`
    select server_id, customer_id, interface, into_interface, into_name from agent_merges`.execute(db);
  return rows;
};
