// Callers whom no agent answered, and what became of them later.
import { sql } from 'kysely';
import type { LostCaller } from '@ringside/core/contract/queue-report.ts';
import type { Db } from '../../db/connect.ts';
import { behindWall } from '../../db/wall.ts';
import type { Caller } from '../../http/context.ts';
import { factsOf } from './queries.ts';
import type { ReportScope } from './queries.ts';
import { calledBack, GOT_THROUGH } from './served-again.ts';

export interface LostRow extends Pick<
  LostCaller,
  'serverId' | 'queue' | 'queueLabel' | 'waitSeconds' | 'outcome' | 'callerName'
> {
  readonly at: Date;
  readonly callerNumber: string;
  /** When the same number got through to an agent of the same customer. */
  readonly agentAt: Date | null;
  /** When somebody of the customer spoke with the number. */
  readonly calledAt: Date | null;
}

/** Whether they were served within a week is looked up for the rows that are shown alone. */
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
    order by l.at desc, l.server_id, l.id desc`.execute(behindWall(db, caller));
  return rows;
};
