// When a lost caller was served after all. Both speak of the rows of a table expression `lost`: server_id, id, customer_id, at,
// tail (null: without a number nobody is found again).
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** However it is dialled, a number ends in the same nine digits; a shorter one is compared whole. */
const tailOf = (number: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`right(regexp_replace(${number}, '[^0-9]', '', 'g'), 9)`;

const DAY_MS = 86_400_000;

/** A column of `lost l`: when the same number got through to an agent of the same customer within a week. */
export const GOT_THROUGH = sql<Date | null>`(select min(s.at) from queue_facts s
  where s.outcome = 'answered' and s.customer_id = l.customer_id and s.caller_tail = l.tail
    and s.at > l.at and s.at < l.at + interval '7 days')`;

/** `server_id`, `id`, `at`: when somebody of the customer called the number within a week. `from`, `to`: of the rows of `lost`, epoch ms. */
export const calledBack = (from: number, to: number): RawBuilder<unknown> => sql`
  select l.server_id, l.id, min(c.start_at) as at
  from lost l join calls c on c.customer_id::text = l.customer_id and ${tailOf(sql`c.destination`)} = l.tail
    and c.start_at > l.at and c.start_at < l.at + interval '7 days'
  where c.direction = 'outbound' and c.status in ('answered', 'transferred')
    and c.start_at > ${new Date(from)} and c.start_at < ${new Date(to + 7 * DAY_MS)}
  group by l.server_id, l.id`;
