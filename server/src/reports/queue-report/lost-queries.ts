// Reads callers that no agent answered, and whether they were served later.
import { sql } from 'kysely';
import type { LostCaller } from '@ringside/core/contract/reports/queue-report.ts';
import type { Db } from '../../platform/db/connect.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { factsOf } from './queries.ts';
import type { ReportScope } from './queries.ts';
import { calledBack, GOT_THROUGH } from './served-again.ts';

interface LostRow extends Pick<
  LostCaller,
  'serverId' | 'queue' | 'queueLabel' | 'waitSeconds' | 'outcome' | 'callerName'
> {
  readonly at: Date;
  readonly callerNumber: string;
  /** When the same number reached an agent of the same customer. */
  readonly agentAt: Date | null;
  /** When the customer talked to the number in an outbound call. */
  readonly calledAt: Date | null;
}

/** Looks up whether callers were served within a week only for the returned rows. */
export const readLost = async (db: Db, caller: Caller, scope: ReportScope, limit: number): Promise<LostRow[]> => {
  const { from, to } = scope.period;
  const { rows } = await sql<LostRow>`
    with lost as (
      select f.id, f.server_id, f.queue, f.queue_label, f.customer_id, f.at, f.wait as wait_seconds, f.outcome,
        f.agent_at, f.called_at,
        case when length(f.caller_tail) >= 3 then f.caller_tail end as tail
      from ${factsOf(caller, scope)}
      where f.outcome <> 'answered'
      order by f.at desc, f.server_id, f.id desc limit ${limit}
    ), called as (${calledBack(from, to)})
    select l.server_id, l.queue, l.queue_label, l.at, l.wait_seconds, l.outcome,
      coalesce(e.event ->> 'callerNumber', '') as caller_number, coalesce(e.event ->> 'callerName', '') as caller_name,
      coalesce(l.agent_at, ${GOT_THROUGH}) as agent_at, coalesce(l.called_at, called.at) as called_at
    from lost l
    join live_events e on e.server_id = l.server_id and e.id = l.id
    left join called on called.server_id = l.server_id and called.id = l.id
    order by l.at desc, l.server_id, l.id desc`.execute(withRowSecurity(db, caller));
  return rows;
};
