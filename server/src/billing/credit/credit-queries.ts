// Queries of call admission: the customer of a code, the cost of calls that share a balance, and which calls are rated.
import { sql } from 'kysely';
import { sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { Db } from '../../platform/db/connect.ts';
import { planAt, rateBills, ratingPlans, sortOut, useKeysOf } from '../bills.ts';
import type { Bill } from '../bills.ts';
import { assignmentsOf, versionsOf } from '../queries.ts';
import type { DueLeg, NewRating } from '../queries.ts';
import { keyOf, usesOf } from '../use-queries.ts';
import type { Use } from '../use-queries.ts';
import { versionAt } from '../version-at.ts';

/** The values of a call that determine its price. */
interface PricedCall {
  readonly serverId: number;
  readonly linkedid: string;
  /** Digits of the E.164 number. */
  readonly number: string;
  /** Answer time, epoch ms; the current time for a ringing call. */
  readonly answeredAt: number;
}

export const customerOfCode = async (db: Db, code: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`select id from customers where code = ${code}`.execute(db);
  return rows[0]?.id ?? null;
};

/** Returns customers with a prepaid balance. */
export const prepaidCustomers = async (db: Db): Promise<readonly { id: string; code: string }[]> => {
  const { rows } = await sql<{ id: string; code: string }>`select c.id, c.code from customers c
    join billing_accounts a on a.customer_id = c.id
    where a.billing_method = 'prepaid' and c.status <> 'terminated' order by c.code`.execute(db);
  return rows;
};

const legOf = (customerId: string, call: PricedCall, n: number): DueLeg => ({
  ...{ id: `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`, leg: 0, device: null, trunk: null, onward: null },
  ...{ serverId: call.serverId, linkedid: call.linkedid, customerId, direction: 'outbound' },
  ...{ destination: `+${call.number}`, country: '', areaCode: '' },
  ...{ startAt: new Date(call.answeredAt), answerAt: new Date(call.answeredAt), billableSeconds: 1 },
});

export interface Priced {
  readonly micros: bigint;
  /** False if the plan blocks the call or its price exceeds the numeric range. */
  readonly allowed: boolean;
  /** Seconds beyond the allowance, if the plan blocks calls beyond it. */
  readonly refusedSeconds: number;
}

/** Rates the calls for the given seconds, in order, so that each uses up the allowance for the next. */
type PriceCalls = (seconds: readonly number[]) => readonly Priced[];

const NO_PLAN: Priced = { micros: 0n, allowed: true, refusedSeconds: 0 };

/** Returns whether the plan blocks the call after its allowance is used up. */
const endsWithIncluded = ({ version }: Bill, group: string): boolean =>
  version.terms.overageAction === 'block' &&
  version.terms.allowances.some(
    ({ direction, destinationGroups }) =>
      direction !== 'inbound' && (destinationGroups.length === 0 || destinationGroups.includes(group)),
  );

const pricedOf = (bill: Bill, { amount, status, ...rating }: NewRating): Priced => ({
  micros: sumMicrosOf(amount),
  allowed: status === 'rated' || status === 'excluded',
  refusedSeconds: endsWithIncluded(bill, rating.destination_group)
    ? rating.billed_seconds - rating.allowance_seconds
    : 0,
});

/** Returns a function that prices calls with the same tables and arithmetic as the final rating. */
export const pricesOf = async (
  db: Db,
  customerId: string,
  calls: readonly PricedCall[],
  country: string | null,
): Promise<PriceCalls> => {
  const legs = calls.map((call, n) => legOf(customerId, call, n));
  const { bills } = await sortOut(db, legs, country);
  const planOf = await ratingPlans(db, bills);
  const used = new Map((await usesOf(db, [customerId])).map((use) => [keyOf(use), use]));
  const places = new Map(legs.map((leg, n) => [leg.id, n]));
  return (seconds) => {
    const uses = new Map(
      useKeysOf(bills).map((key): [string, Use] => {
        const { seconds: usedSeconds = 0, calls: usedCalls = 0 } = used.get(keyOf(key)) ?? {};
        return [keyOf(key), { ...key, seconds: usedSeconds, calls: usedCalls }];
      }),
    );
    const timed = bills.map((bill) => {
      const billsec = seconds[places.get(bill.call.id) ?? 0] ?? 0;
      return { ...bill, toRate: { ...bill.toRate, billsec } };
    });
    const prices = legs.map(() => NO_PLAN);
    for (const [i, rating] of rateBills(timed, uses, used, planOf).entries())
      prices[places.get(rating.call_id) ?? 0] = pricedOf(timed[i]!, rating);
    return prices;
  };
};

interface EndedLeg {
  readonly serverId: number;
  /** Channel of the trunk, or of the subscriber that called a number on the same PBX. */
  readonly channel: string | null;
  /** Epoch ms. */
  readonly askedAt: number;
}

/** Returns which of the channels belong to rated call records. */
export const ratedChannels = async (db: Db, legs: readonly EndedLeg[]): Promise<ReadonlySet<string>> => {
  if (legs.length === 0) return new Set();
  const since = new Date(Math.min(...legs.map((leg) => leg.askedAt)) - LONGEST_CALL_MS);
  const { rows } = await sql<{ channel: string }>`
    select each.channel from calls c
    join cdr_legs l on l.server_id = c.server_id and l.linkedid = c.linkedid
    join json_to_recordset(${JSON.stringify(legs.map(({ serverId, channel }) => ({ serverId, channel })))}::json)
      as each("serverId" integer, channel text) on each."serverId" = l.server_id and each.channel in (l.channel, l.destination_channel)
    where c.start_at > ${since} and not c.rating_due`.execute(db);
  return new Set(rows.map((row) => row.channel));
};
const LONGEST_CALL_MS = 24 * 3_600_000;

/** Returns the PBX servers with lines or numbers of the customer. */
export const serversOf = async (db: Db, customerId: string): Promise<readonly number[]> => {
  const { rows } = await sql<{ serverId: number }>`select server_id from subscribers where customer_id = ${customerId}
    union select server_id from dids where customer_id = ${customerId} order by 1`.execute(db);
  return rows.map((row) => row.serverId);
};

/** Upper bounds over all rates of a plan. */
export interface DearestTerms {
  readonly ratePerMinuteMicros: bigint;
  readonly connectFeeMicros: bigint;
  readonly minChargeMicros: bigint;
  /** Seconds of the longest block. */
  readonly blockSeconds: number;
}

/** Returns the bounds of the customer's current plan for outbound calls, or `null` without a plan. */
export const dearestTerms = async (db: Db, customerId: string, now: number): Promise<DearestTerms | null> => {
  const plan = planAt(await assignmentsOf(db, [customerId]), customerId, now);
  if (plan === undefined) return null;
  const { terms } = versionAt(await versionsOf(db, [plan.planId]), plan.planId, now);
  const at = new Date(now);
  const { rows } = await sql<{ rate: string; connect: string; least: string; block: number }>`
    select coalesce(max(rate_per_minute), 0)::text as rate, coalesce(max(connect_fee), 0)::text as connect,
      coalesce(max(min_charge), 0)::text as least, coalesce(max(greatest(initial_seconds, increment_seconds)), 1) as block
    from rates where plan_id = ${plan.planId} and direction = 'outbound' and not blocked
      and effective_from <= ${at} and (effective_until is null or effective_until > ${at})`.execute(db);
  const row = rows[0]!;
  const byDefault = terms.unratedPolicy === 'default_rate' ? sumMicrosOf(terms.defaultRatePerMinute) : 0n;
  const rate = sumMicrosOf(row.rate);
  return {
    ratePerMinuteMicros: rate > byDefault ? rate : byDefault,
    connectFeeMicros: sumMicrosOf(row.connect),
    minChargeMicros: sumMicrosOf(row.least),
    blockSeconds: byDefault > 0n ? Math.max(60, row.block) : row.block,
  };
};
