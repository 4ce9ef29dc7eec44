// Reads the calls that an invoice lists: for a draft the current ones, for a final invoice those stored when it was finalized.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { whichCalls } from './invoice-queries.ts';
import type { WhichCalls } from './invoice-queries.ts';

export interface ListedCall {
  readonly at: Date;
  readonly direction: string;
  readonly source: string;
  readonly destination: string;
  readonly destinationName: string;
  readonly rawSeconds: number;
  readonly billedSeconds: number;
  readonly allowanceSeconds: number;
  /** Decimal text. */
  readonly amount: string;
}

interface DestinationSum {
  readonly direction: string;
  readonly destination: string;
  readonly calls: number;
  readonly billedSeconds: number;
  /** Decimal text. */
  readonly amount: string;
}

const PART = 500;

/** SQL for `call_ratings r left join calls c`. Numbers are empty when the call record was deleted. */
const SOURCE = sql`coalesce(c.source, '')`;
const DESTINATION = sql`coalesce(
  case when r.leg = 0 then c.destination else c.onward::json -> (r.leg - 1) ->> 'number' end, '')`;

/** Stores the calls of an invoice before it becomes final. */
export const keepAnnex = async (tx: Db, invoiceId: string): Promise<void> => {
  await sql`insert into invoice_annex (invoice_id, part, count, calls)
    select ${invoiceId}, n / ${sql.lit(PART)}, count(*), jsonb_agg(listed order by n) from (
      select row_number() over (order by r.at, r.call_id, r.leg) - 1 as n,
        jsonb_build_array(r.at, r.direction, ${SOURCE}, ${DESTINATION}, r.destination_name, r.raw_seconds,
          r.billed_seconds, r.allowance_seconds, r.amount::text) as listed
      from call_ratings r left join calls c on c.id = r.call_id where r.invoice_id = ${invoiceId}
    ) as rows group by n / ${sql.lit(PART)}`.execute(tx);
};

type Kept = readonly [string, string, string, string, string, number, number, number, string];

const listed = ([
  at,
  direction,
  source,
  destination,
  destinationName,
  raw,
  billed,
  free,
  amount,
]: Kept): ListedCall => ({
  ...{ at: new Date(at), direction, source, destination, destinationName },
  ...{ rawSeconds: raw, billedSeconds: billed, allowanceSeconds: free, amount },
});

async function* keptCalls(db: Db, invoiceId: string, most: number): AsyncGenerator<ListedCall[]> {
  for (let part = 0, left = most; left > 0; part += 1) {
    const { rows } = await sql<{ calls: readonly Kept[] }>`select calls from invoice_annex
      where invoice_id = ${invoiceId} and part = ${part}`.execute(db);
    if (rows[0] === undefined) return;
    const calls = rows[0].calls.slice(0, left);
    left -= calls.length;
    yield calls.map(listed);
  }
}

const BATCH = 2000;

/** Yields the calls in order, in batches. */
export async function* callsOf(db: Db, which: WhichCalls, most = Infinity): AsyncGenerator<ListedCall[]> {
  if ('invoiceId' in which) {
    yield* keptCalls(db, which.invoiceId, most);
    return;
  }
  let last: { readonly at: Date; readonly callId: string; readonly leg: number } | null = null;
  for (let read = 0; read < most;) {
    const after: RawBuilder<unknown> =
      last === null ? sql`` : sql`and (r.at, r.call_id, r.leg) > (${last.at}, ${last.callId}, ${last.leg})`;
    const limit = Math.min(BATCH, most - read);
    const { rows }: { rows: (ListedCall & { callId: string; leg: number })[] } = await sql<
      ListedCall & { callId: string; leg: number }
    >`
      select r.call_id, r.leg, r.at, r.direction, ${SOURCE} as source, ${DESTINATION} as destination,
        r.destination_name, r.raw_seconds, r.billed_seconds, r.allowance_seconds, r.amount::text
      from call_ratings r left join calls c on c.id = r.call_id where ${whichCalls(which)} ${after}
      order by r.at, r.call_id, r.leg limit ${limit}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    read += rows.length;
    last = rows.at(-1)!;
  }
}

export const addUpDestinations = async (db: Db, which: WhichCalls): Promise<DestinationSum[]> => {
  const calls =
    'invoiceId' in which
      ? sql`(select c ->> 1 as direction, c ->> 4 as destination_name, (c ->> 6)::integer as billed_seconds,
          (c ->> 8)::numeric as amount
        from invoice_annex a, jsonb_array_elements(a.calls) as c where a.invoice_id = ${which.invoiceId})`
      : sql`(select r.direction, r.destination_name, r.billed_seconds, r.amount from call_ratings r
        where ${whichCalls(which)})`;
  const { rows } = await sql<DestinationSum>`select direction, destination_name as destination,
      count(*)::integer as calls, sum(billed_seconds)::float8 as billed_seconds, sum(amount)::text as amount
    from ${calls} as listed group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
};
