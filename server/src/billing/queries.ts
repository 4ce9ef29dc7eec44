// Queries of the rating. A batch of calls and the allowances it uses stay locked until the batch is rated.
import { sql } from 'kysely';
import { LATER_TERMS } from '@ringside/core/contract/billing/plan-terms.ts';
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import type { Direction } from '@ringside/core/calls/call-terms.ts';
import type { OnwardLeg } from '@ringside/core/calls/onward-legs.ts';
import { emergencyNumbers } from '@ringside/core/routing/emergency-numbers.ts';
import { dialledNumber } from '@ringside/core/base/dialled-number.ts';
import { namesOf, rowsOf } from '../platform/db/columns.ts';
import type { Columns } from '../platform/db/columns.ts';
import type { Db } from '../platform/db/connect.ts';
import type { StoredRate } from './plan/rate-queries.ts';

export interface DueCall {
  readonly id: string;
  readonly serverId: number;
  readonly linkedid: string;
  readonly customerId: string | null;
  readonly direction: Direction;
  readonly destination: string;
  readonly startAt: Date;
  /** Start of the billed time. */
  readonly answerAt: Date | null;
  readonly billableSeconds: number;
  /** Trunk of the call. Empty: none. `null`: read it from the legs, for calls stored before this column existed. */
  readonly trunk: string | null;
  /** Forwarded legs through trunks, as JSON. `null`: none. */
  readonly onward: string | null;
  /** The customer's country (ISO 3166-1 alpha-2) and area code. Empty: not set. */
  readonly country: string;
  readonly areaCode: string;
}

/** A call, or a forwarded leg of it through a trunk, which is rated as an outbound call. */
export interface DueLeg extends DueCall {
  /** 0: the call itself. */
  readonly leg: number;
  /** Trunk. `null`: read it from the legs of the call. */
  readonly device: string | null;
}

export const legsToRate = (call: DueCall): readonly DueLeg[] => [
  { ...call, leg: 0, device: call.trunk },
  ...(call.onward === null ? [] : (JSON.parse(call.onward) as OnwardLeg[])).map(
    ({ number, device, answerAt, seconds }, n): DueLeg => ({
      ...call,
      ...{ leg: n + 1, device, direction: 'outbound', destination: number },
      ...{ answerAt: new Date(answerAt), billableSeconds: seconds },
    }),
  ),
];

/** The number that a leg reached, in international format. `usual`: country of customers without one. */
export const numberOf = ({ direction, destination, country, areaCode }: DueLeg, usual: string | null): string =>
  dialledNumber(destination, country || usual, direction === 'outbound' ? areaCode : '');

/** Uses the same list as the PBX: the emergency numbers of the customer's country. */
export const isEmergency = ({ direction, destination, country }: DueLeg): boolean =>
  direction === 'outbound' && emergencyNumbers(country).includes(destination);

/** Columns of a `DueCall`. */
export const CALL_FACTS = sql.raw(
  `calls.id, calls.server_id, calls.linkedid, calls.customer_id, calls.direction, calls.destination, calls.start_at,
  coalesce(calls.connected_at, calls.answer_at) as answer_at, calls.billable_seconds, calls.trunk, calls.onward,
  coalesce((select country from customers where id = calls.customer_id), '') as country,
  coalesce((select default_area_code from customers where id = calls.customer_id), '') as area_code`,
);

export const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work);

/**
 * Locks a batch of calls to be rated, in the order of their answers, because allowances are used in that order. Skips calls on
 * final invoices and calls that another worker has locked.
 */
export const takeDueCalls = async (tx: Db, most: number, customerId: string | null): Promise<DueCall[]> => {
  const { rows } = await sql<DueCall>`
    select ${CALL_FACTS} from calls
    where rating_due and not exists (
      select 1 from call_ratings r where r.call_id = calls.id and r.invoice_id is not null)
    ${customerId === null ? sql`` : sql`and customer_id = ${customerId}`}
    order by coalesce(connected_at, answer_at), id limit ${most} for update skip locked`.execute(tx);
  return rows;
};

/** Whether calls are left: calls that another transaction had locked, or new ones. */
export const areCallsDue = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select 1 from calls where rating_due and not exists (
    select 1 from call_ratings r where r.call_id = calls.id and r.invoice_id is not null) limit 1`.execute(db);
  return rows.length > 0;
};

/** Country and area code of customers. */
export const diallingOf = async (
  tx: Db,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<DueCall, 'country' | 'areaCode'>>> => {
  const { rows } = await sql<{ id: string; country: string | null; areaCode: string | null }>`
    select id, country, default_area_code as area_code from customers
    where id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, country, areaCode }) => [id, { country: country ?? '', areaCode: areaCode ?? '' }]));
};

/** Used part of an allowance. `period`: start of the period, ISO 8601. */
export interface SpentUse {
  readonly name: string;
  readonly period: string;
  readonly seconds: number;
  readonly calls: number;
}

export interface FormerRating {
  readonly callId: string;
  readonly customerId: string;
  readonly planId: string;
  readonly spent: readonly SpentUse[];
}

export const formerRatings = async (tx: Db, callIds: readonly string[]): Promise<FormerRating[]> => {
  const { rows } = await sql<FormerRating>`select call_id, customer_id, plan_id, spent from call_ratings
    where call_id = any(${[...callIds]}::uuid[]) and plan_id is not null and spent <> '[]'`.execute(tx);
  return rows;
};

export interface Assignment {
  readonly customerId: string;
  readonly planId: string;
  readonly planName: string;
  readonly currency: string;
  readonly timezone: string;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
}

export const assignmentsOf = async (db: Db, customerIds: readonly string[]): Promise<Assignment[]> => {
  const { rows } = await sql<Assignment>`
    select cp.customer_id, cp.plan_id, p.name as plan_name, p.currency, cu.timezone, cp.valid_from, cp.valid_until
    from customer_plans cp join plans p on p.id = cp.plan_id join customers cu on cu.id = cp.customer_id
    where cp.customer_id = any(${[...customerIds]}::uuid[]) order by cp.customer_id, cp.valid_from`.execute(db);
  return rows;
};

export interface StoredVersion {
  readonly planId: string;
  readonly number: number;
  readonly validFrom: Date | null;
  readonly terms: PlanTerms;
}

/** Latest `valid_from` first, drafts last. */
export const versionsOf = async (db: Db, planIds: readonly string[]): Promise<StoredVersion[]> => {
  const { rows } = await sql<StoredVersion>`select plan_id, number, valid_from, terms from plan_versions
    where plan_id = any(${[...planIds]}::uuid[]) order by valid_from desc nulls last, number desc`.execute(db);
  return rows.map((row) => ({ ...row, terms: { ...LATER_TERMS, ...row.terms } }));
};

/** Rates whose prefix matches one of the numbers. */
export const ratesFor = async (tx: Db, planId: string, numbers: readonly string[]): Promise<StoredRate[]> => {
  const prefixes = new Set<string>();
  for (const digits of numbers)
    for (let length = Math.min(24, digits.length); length > 0; length--) prefixes.add(digits.slice(0, length));
  return tx
    .selectFrom('rates')
    .selectAll()
    .where('planId', '=', planId)
    .where(sql<boolean>`prefix = any(${[...prefixes]}::text[])`)
    .execute();
};

/** A row of `call_ratings`. Amounts are decimal strings. */
export interface NewRating {
  readonly call_id: string;
  /** 0: the call itself. From 1: forwarded legs. */
  readonly leg: number;
  readonly customer_id: string | null;
  readonly at: string;
  readonly direction: string;
  readonly status: string;
  readonly plan_id: string | null;
  readonly version_number: number | null;
  readonly currency: string | null;
  readonly prefix: string | null;
  readonly destination_name: string;
  readonly destination_group: string;
  readonly raw_seconds: number;
  readonly billed_seconds: number;
  readonly allowance_seconds: number;
  readonly connect_fee: string;
  readonly amount: string;
  readonly steps: readonly object[];
  readonly spent: readonly SpentUse[];
}

const RATING: Columns<NewRating> = [
  ['call_id', 'uuid', (r) => r.call_id],
  ['leg', 'smallint', (r) => r.leg],
  ['customer_id', 'uuid', (r) => r.customer_id],
  ['at', 'timestamptz', (r) => Date.parse(r.at)],
  ['direction', 'text', (r) => r.direction],
  ['status', 'text', (r) => r.status],
  ['plan_id', 'uuid', (r) => r.plan_id],
  ['version_number', 'integer', (r) => r.version_number],
  ['currency', 'text', (r) => r.currency],
  ['prefix', 'text', (r) => r.prefix],
  ['destination_name', 'text', (r) => r.destination_name],
  ['destination_group', 'text', (r) => r.destination_group],
  ['raw_seconds', 'integer', (r) => r.raw_seconds],
  ['billed_seconds', 'integer', (r) => r.billed_seconds],
  ['allowance_seconds', 'integer', (r) => r.allowance_seconds],
  ['connect_fee', 'numeric', (r) => r.connect_fee],
  ['amount', 'numeric', (r) => r.amount],
  ['steps', 'jsonb', (r) => JSON.stringify(r.steps)],
  ['spent', 'jsonb', (r) => JSON.stringify(r.spent)],
];

const KEYS = new Set(['call_id', 'leg']);

/** `fresh`: none of these calls was rated before. */
export const writeRatings = async (tx: Db, rows: readonly NewRating[], fresh: boolean): Promise<void> => {
  if (rows.length === 0) return;
  const changed = RATING.flatMap(([name]) => (KEYS.has(name) ? [] : [`${name} = excluded.${name}`]));
  const replacing = sql`on conflict (call_id, leg) do update set rated_at = console_now(), ${sql.raw(changed.join(', '))}`;
  if (!fresh) {
    // Legs that the call no longer has.
    await sql`delete from call_ratings r
      using (select call_id, max(leg) as last from json_to_recordset(${JSON.stringify(rows.map(({ call_id, leg }) => ({ call_id, leg })))}::json)
        as each(call_id uuid, leg smallint) group by 1) as now
      where r.call_id = now.call_id and r.leg > now.last`.execute(tx);
  }
  await sql`insert into call_ratings (${sql.raw(namesOf(RATING))}) ${rowsOf(RATING, rows)}
    ${fresh ? sql`` : replacing}`.execute(tx);
};

/** Marks the calls as rated. */
export const settle = async (tx: Db, callIds: readonly string[]): Promise<void> => {
  await sql`update calls set rating_due = false where id = any(${[...callIds]}::uuid[])`.execute(tx);
};

export interface StoredRating {
  readonly leg: number;
  readonly status: 'rated' | 'unrated' | 'excluded' | 'blocked';
  readonly planName: string | null;
  readonly versionNumber: number | null;
  readonly currency: string | null;
  readonly prefix: string | null;
  readonly destinationName: string;
  readonly rawSeconds: number;
  readonly billedSeconds: number;
  readonly allowanceSeconds: number;
  readonly connectFee: string;
  readonly amount: string;
  readonly steps: readonly ({ readonly kind: string } & Readonly<Record<string, string | number | boolean | null>>)[];
  readonly ratedAt: Date;
}

/** Ratings by leg. Empty until the call is rated. */
export const ratingsOf = async (db: Db, callId: string): Promise<StoredRating[]> => {
  const { rows } = await sql<StoredRating>`
    select r.leg, r.status, p.name as plan_name, r.version_number, r.currency, r.prefix, r.destination_name, r.raw_seconds,
      r.billed_seconds, r.allowance_seconds, r.connect_fee::text, r.amount::text, r.steps, r.rated_at
    from call_ratings r left join plans p on p.id = r.plan_id where r.call_id = ${callId} order by r.leg`.execute(db);
  return rows;
};
