// Carrier costs in the database. Only platform users may read them.
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { CALL_FACTS } from './queries.ts';
import type { DueCall, StoredRating } from './queries.ts';

export interface BoundCarrier {
  readonly serverId: number;
  readonly device: string;
  readonly planId: string;
  readonly currency: string;
}

export const boundCarriers = async (tx: Db): Promise<BoundCarrier[]> => {
  const { rows } = await sql<BoundCarrier>`select pc.server_id, pc.device, pc.plan_id, p.currency
    from plan_carriers pc join plans p on p.id = pc.plan_id where p.purpose = 'carrier' and p.status <> 'draft'`.execute(
    tx,
  );
  return rows;
};

/** Returns the plans that have rates for inbound calls. */
export const chargingInbound = async (tx: Db, planIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`select id from plans
    where id = any(${[...planIds]}::uuid[])
      and exists (select 1 from rates where plan_id = plans.id and direction = 'inbound')`.execute(tx);
  return new Set(rows.map((row) => row.id));
};

export interface NewCost {
  readonly call_id: string;
  /** Leg number, as in the rating of the call. */
  readonly leg: number;
  readonly plan_id: string;
  readonly version_number: number;
  readonly device: string;
  readonly status: 'rated' | 'unrated' | 'blocked';
  readonly currency: string;
  readonly prefix: string | null;
  readonly destination_name: string;
  readonly raw_seconds: number;
  readonly billed_seconds: number;
  readonly connect_fee: string;
  readonly amount: string;
  readonly steps: readonly object[];
}

/** Replaces the costs of these calls by `rows`. Legs that are not in `rows` have no cost. */
export const writeCosts = async (tx: Db, callIds: readonly string[], rows: readonly NewCost[]): Promise<void> => {
  const kept = JSON.stringify(rows.map(({ call_id, leg }) => ({ call_id, leg })));
  await sql`delete from call_costs where call_id = any(${[...callIds]}::uuid[]) and (call_id, leg) not in (
    select call_id, leg from json_to_recordset(${kept}::json) as each(call_id uuid, leg smallint))`.execute(tx);
  const first = rows[0];
  if (first === undefined) return;
  const columns = Object.keys(first);
  await sql`insert into call_costs (${sql.raw(columns.join(', '))})
    select ${sql.raw(columns.join(', '))} from json_populate_recordset(null::call_costs, ${JSON.stringify(rows)}::json)
    on conflict (call_id, leg) do update set rated_at = console_now(),
      ${sql.raw(columns.map((column) => `${column} = excluded.${column}`).join(', '))}`.execute(tx);
};

export interface CostScope {
  readonly customerId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Calls on final invoices. Their price is final, their carrier cost may still change. */
export const invoicedCalls = async (
  tx: Db,
  scope: CostScope,
  after: string | null,
  most: number,
): Promise<DueCall[]> => {
  const { rows } = await sql<DueCall>`select distinct on (calls.id) ${CALL_FACTS} from call_ratings r
    join calls on calls.id = r.call_id where r.customer_id = ${scope.customerId} and r.at >= ${scope.from} and r.at < ${scope.to}
      and r.status <> 'excluded' and r.invoice_id is not null
      ${after === null ? sql`` : sql`and calls.id > ${after}`} order by calls.id limit ${most}`.execute(tx);
  return rows;
};

export interface CostSum {
  readonly currency: string;
  readonly amount: string;
}

export const costsIn = async (tx: Db, scope: CostScope): Promise<CostSum[]> => {
  const { rows } = await sql<CostSum>`select k.currency, sum(k.amount)::text as amount
    from call_ratings r join call_costs k on k.call_id = r.call_id and k.leg = r.leg
    where r.customer_id = ${scope.customerId} and r.at >= ${scope.from} and r.at < ${scope.to}
      and r.status <> 'excluded' group by k.currency order by 1`.execute(tx);
  return rows;
};

/** Whether any carrier cost is known. Otherwise reports show no margins. */
export const knowsCosts = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ any: boolean }>`select exists (select 1 from plan_carriers)
    or exists (select 1 from call_costs) as any`.execute(db);
  return rows[0]?.any ?? false;
};

export interface StoredCost extends Omit<StoredRating, 'status' | 'allowanceSeconds' | 'currency'> {
  readonly status: 'rated' | 'unrated' | 'blocked';
  readonly device: string;
  readonly currency: string;
}

/** Costs by leg. A leg whose carrier has no plan has none. */
export const costsOf = async (db: Db, callId: string): Promise<StoredCost[]> => {
  const { rows } = await sql<StoredCost>`
    select k.leg, k.status, p.name as plan_name, k.version_number, k.device, k.currency, k.prefix, k.destination_name,
      k.raw_seconds, k.billed_seconds, k.connect_fee::text, k.amount::text, k.steps, k.rated_at
    from call_costs k left join plans p on p.id = k.plan_id where k.call_id = ${callId} order by k.leg`.execute(db);
  return rows;
};

export interface PricedCall {
  readonly id: string;
  readonly price: string | null;
  readonly currency: string | null;
  readonly cost: string | null;
  readonly costCurrency: string | null;
}

/**
 * Price and cost of each call for an export, all legs together. `withCosts`: the caller may see costs. The cost is `null` if the
 * legs have costs in several currencies.
 */
export const pricesOf = async (
  db: Db,
  ids: readonly string[],
  withCosts: boolean,
): Promise<Map<string, PricedCall>> => {
  const { rows } = await sql<PricedCall>`
    select r.call_id as id, (sum(r.amount) filter (where r.status = 'rated'))::text as price, min(r.currency) as currency,
      ${
        withCosts
          ? sql`case when count(distinct k.currency) = 1 then (sum(k.amount) filter (where k.status = 'rated'))::text end as cost,
            case when count(distinct k.currency) = 1 then min(k.currency) end as cost_currency`
          : sql`null as cost, null as cost_currency`
      }
    from call_ratings r ${withCosts ? sql`left join call_costs k on k.call_id = r.call_id and k.leg = r.leg` : sql``}
    where r.call_id = any(${[...ids]}::uuid[]) group by r.call_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};
