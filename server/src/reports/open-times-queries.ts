// When the call centers of a report were open, for the database to hold moments against.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { openTimes } from '@ringside/core/metrics/business-hours.ts';
import type { HoursSide, WeeklyHours } from '@ringside/core/metrics/business-hours.ts';
import type { Period } from '@ringside/core/metrics/report-period.ts';
import type { Db } from '../db/connect.ts';
import { visibleTo } from '../db/list-rows.ts';
import { behindWall } from '../db/wall.ts';
import type { Caller } from '../http/context.ts';

interface HoursRow {
  readonly callcenterId: string;
  readonly hoursId: string;
  readonly timeZone: string;
  readonly intervals: WeeklyHours['intervals'];
  readonly holidays: readonly { readonly date: string }[];
}

export interface OpenTimes {
  readonly side: HoursSide;
  /** Of each call center that has hours, in order; one without is always open. */
  readonly byCallcenter: ReadonlyMap<string, readonly Period[]>;
}

/** The hours as they are now, holidays with them; what was opened or closed by hand is not remembered. */
export const readOpenTimes = async (db: Db, caller: Caller, side: HoursSide, period: Period): Promise<OpenTimes> => {
  const conditions = visibleTo(caller, { customer: 'customerId', callcenter: 'callcenterId' });
  const { rows } = await sql<HoursRow>`
    select * from (
      select c.id as callcenter_id, c.customer_id, h.id as hours_id, h.timezone as time_zone, h.intervals, h.holidays
      from callcenters c join hours h on h.id = c.hours_id
    ) as row ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}`.execute(
    behindWall(db, caller),
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

/** Of moments (epoch ms): whether they are on the asked side of a call center's hours. */
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

/** The call centers' open times as a table `o (callcenter_id, open)`, ranges that are searched by halves. */
export const openTable = ({ byCallcenter }: OpenTimes): RawBuilder<unknown> => {
  const rows = [...byCallcenter].map(([id, spans]) => ({
    callcenter_id: id,
    open: `{${spans.map(({ from, to }) => `[${iso(from)},${iso(to)})`).join(',')}}`,
  }));
  return sql`(select x.callcenter_id, x.open::tstzmultirange as open
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(callcenter_id uuid, open text) offset 0) as o`;
};

/** Of a moment, where `o` is joined by the call center. */
export const onSide = ({ side }: OpenTimes, at: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  side === 'inside' ? sql<SqlBool>`coalesce(o.open @> ${at}, true)` : sql<SqlBool>`not coalesce(o.open @> ${at}, true)`;
