// Removes numbers and names of queue callers at the age limit of call records. Report figures stay, including whether a lost caller was
// served later.
import { sql } from 'kysely';
import { RETENTION, keepingFor } from '../../calls/retention-queries.ts';
import type { Keeping } from '../../calls/retention-queries.ts';
import { markDays } from '../../live/event-queries.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { calledBack, GOT_THROUGH } from './served-again.ts';

const DAY_MS = 86_400_000;
/** Maximum days per customer and run. The next run continues. */
const DAYS_AT_ONCE = 60;

interface Slice {
  readonly customerId: string;
  readonly from: Date;
  readonly to: Date;
}

const forgetFacts = async (tx: Db, { customerId, from, to }: Slice): Promise<void> => {
  const mine = sql`customer_id = ${customerId} and at >= ${from} and at < ${to} and caller_tail is not null`;
  await sql`
    with lost as (
      select server_id, id, customer_id, at, case when length(caller_tail) >= 3 then caller_tail end as tail
      from queue_facts where ${mine} and outcome <> 'answered'
    ), called as (${calledBack(from.getTime(), to.getTime())}), served as (
      select l.server_id, l.id, ${GOT_THROUGH} as agent_at, called.at as called_at
      from lost l left join called using (server_id, id)
    ), old as (
      select f.server_id, f.id, s.agent_at, s.called_at
      from (select server_id, id from queue_facts where ${mine}) f left join served s using (server_id, id)
    ), changed as (
      update queue_facts f set caller_tail = null, agent_at = coalesce(f.agent_at, old.agent_at),
        called_at = coalesce(f.called_at, old.called_at)
      from old where old.server_id = f.server_id and old.id = f.id
      returning f.customer_id, f.at
    ) ${markDays('queue', sql`changed`)}`.execute(tx);
};

/** Current and former PBX servers with events of the customer. */
const serversOf = ({ customerId }: Slice) => sql`(select id from endpoints
  union select server_id from queue_facts where customer_id = ${customerId}
  union select server_id from agent_facts where customer_id = ${customerId})`;

const OWNER = sql`coalesce(event #>> '{owner,customerId}', event #>> '{row,owner,customerId}')`;

/** Returns how many events contained a caller. */
const forgetEvents = async (tx: Db, slice: Slice): Promise<number> => {
  const { customerId, from, to } = slice;
  const then = sql`server_id in ${serversOf(slice)} and at >= ${from} and at < ${to}`;
  const stays = await sql`update live_events set event = event || '{"callerNumber": "", "callerName": ""}'
    where ${then} and kind = 'outcome' and ${OWNER} = ${customerId}
      and concat(event ->> 'callerNumber', event ->> 'callerName') <> ''`.execute(tx);
  await sql`update live_events set
      event = event || jsonb_build_object('row', event -> 'row' || '{"callerNumber": null, "callerName": null}')
    where ${then} and kind = 'member' and ${OWNER} = ${customerId}
      and concat(event #>> '{row,callerNumber}', event #>> '{row,callerName}') <> ''`.execute(tx);
  // Intermediate steps serve only the last days, and every part of them identifies callers.
  const among = JSON.stringify([{ customerId }]);
  await sql`delete from live_events
    where ${then} and kind not in ('outcome', 'member', 'member-removed') and (${OWNER} = ${customerId}
      or event -> 'owners' @> ${among}::jsonb or event #> '{row,owners}' @> ${among}::jsonb)`.execute(tx);
  return Number(stays.numAffectedRows ?? 0);
};

/** Returns where to continue: after the last processed day, otherwise at the customer's first data. */
const beginningOf = async (db: Db, customerId: string): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`select coalesce(callers_gone_before, least(
      (select min(at) from queue_facts where customer_id = ${customerId}),
      (select min(at) from agent_facts where customer_id = ${customerId}))) as at
    from customers where id = ${customerId}`.execute(db);
  return rows[0]?.at ?? null;
};

const forgetOf = async (db: Db, { customerId, name, before }: Keeping): Promise<number> => {
  let gone = 0;
  for (let days = 0; days < DAYS_AT_ONCE; days += 1) {
    const from = await beginningOf(db, customerId);
    if (from === null || from >= before) break;
    const to = new Date(Math.min(from.getTime() + DAY_MS, before.getTime()));
    gone += await db.transaction().execute(async (tx) => {
      const slice = { customerId, from, to };
      await forgetFacts(tx, slice);
      const callers = await forgetEvents(tx, slice);
      await sql`update customers set callers_gone_before = ${to} where id = ${customerId}`.execute(tx);
      if (callers > 0) {
        await writeAudit(tx, RETENTION, {
          ...{ customerId, action: 'delete', resource: 'cdr', resourceId: null, resourceName: name, before: null },
          after: { queueCallers: callers, before: to.toISOString(), reason: 'retention' },
        });
      }
      return callers;
    });
  }
  return gone;
};

/**
 * Runs before the call records are deleted, because they show which callers were called back. Returns the number of queue visits
 * that lost their caller. A failure for one customer goes to `onError` and does not stop the others.
 */
export const forgetOldCallers = async (db: Db, now: number, onError: (error: unknown) => void): Promise<number> => {
  let gone = 0;
  for (const keeping of await keepingFor(db, new Date(now))) {
    try {
      gone += await forgetOf(db, keeping);
    } catch (error) {
      onError(error);
    }
  }
  return gone;
};
