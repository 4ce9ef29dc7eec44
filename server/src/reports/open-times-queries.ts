// Reads when the call centers of a report were open, to filter events by business hours.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { openTimes } from '@ringside/core/reports/business-hours.ts';
import type { HoursSide, WeeklyHours } from '@ringside/core/reports/business-hours.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import type { Db } from '../platform/db/connect.ts';
import { visibleTo } from '../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../platform/db/row-security.ts';
import type { Caller } from '../platform/caller/caller.ts';

interface HoursRow {
  readonly callcenterId: string;
  readonly hoursId: string;
  readonly timeZone: string;
  readonly intervals: WeeklyHours['intervals'];
  readonly holidays: readonly { readonly date: string }[];
}

export interface OpenTimes {
  readonly side: HoursSide;
  /** Open times of each call center with hours, in order. A call center without hours is always open. */
  readonly byCallcenter: ReadonlyMap<string, readonly Period[]>;
}

/** Uses the current hours and holidays. Manual overrides of the past are not stored. */
export const readOpenTimes = async (db: Db, caller: Caller, side: HoursSide, period: Period): Promise<OpenTimes> => {
  const conditions = visibleTo(caller, { customer: 'customerId', callcenter: 'callcenterId' });
  const { rows } = await sql<HoursRow>`
    select * from (
      select c.id as callcenter_id, c.customer_id, h.id as hours_id, h.timezone as time_zone, h.intervals, h.holidays
      from callcenters c join hours h on h.id = c.hours_id
    ) as row ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}`.execute(
    withRowSecurity(db, caller),
  );
  const known = new Map<string, readonly Period[]>();
  const byCallcenter = new Map<string, readonly Period[]>();
  for (const { callcenterId, hoursId, timeZone, intervals, holidays } of rows) {
    const times =
      known.get(hoursId) ?? openTimes({ timeZone, intervals, holidays: holidays.map(({ date }) => date) }, period);
    known.set(hoursId, times);
    byCallcenter.set(callcenterId, times);
  }
  return { side, byCallcenter };
};

/** Returns a test for times (epoch ms): whether they are on the requested side of a call center's hours. */
export const momentsOnSide = (
  { side, byCallcenter }: OpenTimes,
  callcenterId: string | null,
): ((at: number) => boolean) => {
  const spans = byCallcenter.get(callcenterId ?? '');
  const inside = side === 'inside';
  if (spans === undefined) return () => inside;
  return (at) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.to ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return at >= (spans[low]?.from ?? Infinity) === inside;
  };
};

const iso = (at: number): string => new Date(at).toISOString();

/** Returns the open times as SQL table `o (callcenter_id, open)`, with multiranges that are searched in logarithmic time. */
export const openTable = ({ byCallcenter }: OpenTimes): RawBuilder<unknown> => {
  const rows = [...byCallcenter].map(([id, spans]) => ({
    callcenter_id: id,
    open: `{${spans.map(({ from, to }) => `[${iso(from)},${iso(to)})`).join(',')}}`,
  }));
  return sql`(select x.callcenter_id, x.open::tstzmultirange as open
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(callcenter_id uuid, open text) offset 0) as o`;
};

/** SQL condition for a time; `o` is joined by call center. */
export const onSide = ({ side }: OpenTimes, at: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  side === 'inside' ? sql<SqlBool>`coalesce(o.open @> ${at}, true)` : sql<SqlBool>`not coalesce(o.open @> ${at}, true)`;
