// Callers whom no agent answered, and what became of them later.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LostCaller } from '@ringside/core/contract/queue-report.ts';
import type { Db } from '../../db/connect.ts';
import { behindWall } from '../../db/wall.ts';
import type { Caller } from '../../http/context.ts';
import { factsOf } from './queries.ts';
import type { ReportScope } from './queries.ts';

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

/** However it is dialled, a number ends in the same nine digits; a shorter one is compared whole. */
const tailOf = (number: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`right(regexp_replace(${number}, '[^0-9]', '', 'g'), 9)`;

const DAY_MS = 86_400_000;

/** Whether they were served within a week is looked up for the rows that are shown alone. */
export const readLost = async (db: Db, caller: Caller, scope: ReportScope, limit: number): Promise<LostRow[]> => {
  const { from, to } = scope.period;
  const { rows } = await sql<LostRow>`
    with lost as (
      select f.id, f.server_id, f.queue, f.queue_label, f.customer_id, f.at, f.wait as wait_seconds, f.outcome,
        case when length(f.caller_tail) >= 3 then f.caller_tail end as tail
      from ${factsOf(caller, scope)}
      where f.outcome <> 'answered'
      order by f.at desc, f.server_id, f.id desc limit ${limit}
    ), called as (
      select l.server_id, l.id, min(c.start_at) as at
      from lost l join calls c on c.customer_id::text = l.customer_id and ${tailOf(sql`c.destination`)} = l.tail
        and c.start_at > l.at and c.start_at < l.at + interval '7 days'
      where c.direction = 'outbound' and c.status in ('answered', 'transferred')
        and c.start_at > ${new Date(from)} and c.start_at < ${new Date(to + 7 * DAY_MS)}
      group by l.server_id, l.id
    )
    select l.server_id, l.queue, l.queue_label, l.at, l.wait_seconds, l.outcome,
      coalesce(e.event ->> 'callerNumber', '') as caller_number, coalesce(e.event ->> 'callerName', '') as caller_name,
      (select min(s.at) from queue_facts s
        where s.outcome = 'answered' and s.customer_id = l.customer_id and s.caller_tail = l.tail
          and s.at > l.at and s.at < l.at + interval '7 days') as agent_at,
      called.at as called_at
    from lost l
    join live_events e on e.server_id = l.server_id and e.id = l.id
    left join called on called.server_id = l.server_id and called.id = l.id
    order by l.at desc, l.server_id, l.id desc`.execute(behindWall(db, caller));
  return rows;
};
