// SQL that finds when a lost caller was served later. Requires a table expression `lost` with server_id, id, customer_id, at and tail
// (`null` without a number, which cannot be matched).
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Compares the last nine digits, which are the same in every notation. Shorter numbers are compared completely. */
const tailOf = (number: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`right(regexp_replace(${number}, '[^0-9]', '', 'g'), 9)`;

const DAY_MS = 86_400_000;

/** Column of `lost l`: when the same number reached an agent of the same customer within a week. */
export const GOT_THROUGH = sql<Date | null>`(select min(s.at) from queue_facts s
  where s.outcome = 'answered' and s.customer_id = l.customer_id and s.caller_tail = l.tail
    and s.at > l.at and s.at < l.at + interval '7 days')`;

/** Columns `server_id`, `id`, `at`: when the customer called the number within a week. `from`, `to`: time range of `lost`, epoch ms. */
export const calledBack = (from: number, to: number): RawBuilder<unknown> => sql`
  select l.server_id, l.id, min(c.start_at) as at
  from lost l join calls c on c.customer_id::text = l.customer_id and ${tailOf(sql`c.destination`)} = l.tail
    and c.start_at > l.at and c.start_at < l.at + interval '7 days'
  where c.direction = 'outbound' and c.status in ('answered', 'transferred')
    and c.start_at > ${new Date(from)} and c.start_at < ${new Date(to + 7 * DAY_MS)}
  group by l.server_id, l.id`;
