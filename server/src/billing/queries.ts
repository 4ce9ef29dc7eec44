// What rating reads and writes. A batch of calls and the allowances that it touches stay locked until the batch is priced.
import { sql } from 'kysely';
import { LATER_TERMS } from '@ringside/core/contract/plan-terms.ts';
import type { PlanTerms } from '@ringside/core/contract/plan-terms.ts';
import type { Direction } from '@ringside/core/calls/call-record.ts';
import type { OnwardLeg } from '@ringside/core/calls/onward-legs.ts';
import { dialledNumber } from '@ringside/core/format/dialled-number.ts';
import { namesOf, rowsOf } from '../db/columns.ts';
import type { Columns } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import type { StoredRate } from '../resources/plans/rate-queries.ts';

export interface DueCall {
  readonly id: string;
  readonly serverId: number;
  readonly linkedid: string;
  readonly customerId: string | null;
  readonly direction: Direction;
  readonly destination: string;
  readonly startAt: Date;
  readonly answerAt: Date | null;
  readonly billableSeconds: number;
  /** JSON of the legs that left the house again; null: none. */
  readonly onward: string | null;
  /** How the customer dials: ISO 3166-1 alpha-2 and digits; '' where nobody said. */
  readonly country: string;
  readonly areaCode: string;
}

/** What is priced: a call, or what of it left the house again, which is a call out. */
export interface DueLeg extends DueCall {
  /** 0: the call itself. */
  readonly leg: number;
  /** The trunk of a leg that left the house again; null: as the legs of the call tell. */
  readonly device: string | null;
}

export const legsToRate = (call: DueCall): readonly DueLeg[] => [
  { ...call, leg: 0, device: null },
  ...(call.onward === null ? [] : (JSON.parse(call.onward) as OnwardLeg[])).map(
    ({ number, device, answerAt, seconds }, n): DueLeg => ({
      ...call,
      ...{ leg: n + 1, device, direction: 'outbound', destination: number },
      ...{ answerAt: new Date(answerAt), billableSeconds: seconds },
    }),
  ),
];

/** Whom a leg reached, in full. `country`: of customers who have none. */
export const numberOf = ({ direction, destination, country, areaCode }: DueLeg, usual: string | null): string =>
  dialledNumber(destination, country || usual, direction === 'outbound' ? areaCode : '');

/** Of a `DueCall`. */
export const CALL_FACTS = sql.raw(
  `calls.id, calls.server_id, calls.linkedid, calls.customer_id, calls.direction, calls.destination, calls.start_at, calls.answer_at, calls.billable_seconds, calls.onward,
  coalesce((select country from customers where id = calls.customer_id), '') as country,
  coalesce((select default_area_code from customers where id = calls.customer_id), '') as area_code`,
);

export const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(work);

/** What is on a final invoice keeps its price. In the order of their answers, so that included minutes go to whom they went in time. Those that another worker has are his. */
export const takeDueCalls = async (tx: Db, most: number, customerId: string | null): Promise<DueCall[]> => {
  const { rows } = await sql<DueCall>`
    select ${CALL_FACTS} from calls
    where rating_due and not exists (
      select 1 from call_ratings r where r.call_id = calls.id and r.invoice_id is not null)
    ${customerId === null ? sql`` : sql`and customer_id = ${customerId}`}
    order by answer_at, id limit ${most} for update skip locked`.execute(tx);
  return rows;
};

/** How customers dial: their country and area code. */
export const diallingOf = async (
  tx: Db,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<DueCall, 'country' | 'areaCode'>>> => {
  const { rows } = await sql<{ id: string; country: string | null; areaCode: string | null }>`
    select id, country, default_area_code as area_code from customers
    where id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, country, areaCode }) => [id, { country: country ?? '', areaCode: areaCode ?? '' }]));
};

/** What was taken of an allowance. `period`: its first moment, ISO 8601. */
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

/** The one in force last comes first; drafts are at the end. */
export const versionsOf = async (db: Db, planIds: readonly string[]): Promise<StoredVersion[]> => {
  const { rows } = await sql<StoredVersion>`select plan_id, number, valid_from, terms from plan_versions
    where plan_id = any(${[...planIds]}::uuid[]) order by valid_from desc nulls last, number desc`.execute(db);
  return rows.map((row) => ({ ...row, terms: { ...LATER_TERMS, ...row.terms } }));
};

/** Rates that one of the numbers could have. */
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

/** A row of `call_ratings`; amounts are decimal texts, `steps` and `spent` JSON. */
export interface NewRating {
  readonly call_id: string;
  /** 0: the call itself; from 1 on those that left the house again. */
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

/** `fresh`: none of these calls had a price. */
export const writeRatings = async (tx: Db, rows: readonly NewRating[], fresh: boolean): Promise<void> => {
  if (rows.length === 0) return;
  const changed = RATING.flatMap(([name]) => (KEYS.has(name) ? [] : [`${name} = excluded.${name}`]));
  const replacing = sql`on conflict (call_id, leg) do update set rated_at = now(), ${sql.raw(changed.join(', '))}`;
  if (!fresh) {
    // Legs that a call does not have any more.
    await sql`delete from call_ratings r
      using (select call_id, max(leg) as last from json_to_recordset(${JSON.stringify(rows.map(({ call_id, leg }) => ({ call_id, leg })))}::json)
        as each(call_id uuid, leg smallint) group by 1) as now
      where r.call_id = now.call_id and r.leg > now.last`.execute(tx);
  }
  await sql`insert into call_ratings (${sql.raw(namesOf(RATING))}) ${rowsOf(RATING, rows)}
    ${fresh ? sql`` : replacing}`.execute(tx);
};

/** These have their price. */
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

/** By leg; none while the call waits for its price. */
export const ratingsOf = async (db: Db, callId: string): Promise<StoredRating[]> => {
  const { rows } = await sql<StoredRating>`
    select r.leg, r.status, p.name as plan_name, r.version_number, r.currency, r.prefix, r.destination_name, r.raw_seconds,
      r.billed_seconds, r.allowance_seconds, r.connect_fee::text, r.amount::text, r.steps, r.rated_at
    from call_ratings r left join plans p on p.id = r.plan_id where r.call_id = ${callId} order by r.leg`.execute(db);
  return rows;
};
