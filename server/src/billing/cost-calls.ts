// Calculates the carrier cost of calls: the same rating as for customers, with the carrier's rates and without allowances.
import { decimalOf } from '@ringside/core/base/micros.ts';
import { carrierOf } from '@ringside/core/calls/carrier-of.ts';
import { digitsOf } from '@ringside/core/billing/rate-finder.ts';
import type { CallToRate, RatingPlan } from '@ringside/core/billing/rate-call.ts';
import { rateCall } from '@ringside/core/billing/rate-call.ts';
import { legsOf } from '../calls/queries.ts';
import type { Db } from '../platform/db/connect.ts';
import { ratingPlanOf } from './plan/quote.ts';
import { boundCarriers, chargingInbound, invoicedCalls, writeCosts } from './cost-queries.ts';
import type { BoundCarrier, CostScope, NewCost } from './cost-queries.ts';
import { isEmergency, legsToRate, numberOf, ratesFor, versionsOf } from './queries.ts';
import type { DueCall, DueLeg, StoredVersion } from './queries.ts';
import { versionAt } from './version-at.ts';

/** A call with the carrier plan of its trunk. */
interface Carried {
  readonly call: DueLeg;
  readonly carrier: BoundCarrier;
  readonly version: StoredVersion;
  readonly toRate: CallToRate;
}

const placeOf = (serverId: number, device: string): string => `${serverId} ${device}`;

const carriedBy = async (tx: Db, calls: readonly DueLeg[], carriers: readonly BoundCarrier[]) => {
  const byPlace = new Map(carriers.map((carrier) => [placeOf(carrier.serverId, carrier.device), carrier]));
  const found: { readonly call: DueLeg; readonly carrier: BoundCarrier; readonly at: number }[] = [];
  const answered = calls.filter((c) => c.answerAt !== null && c.billableSeconds > 0 && c.direction !== 'internal');
  for (const [serverId, of] of Map.groupBy(answered, (c) => c.serverId)) {
    if (!carriers.some((carrier) => carrier.serverId === serverId)) continue;
    const all = await legsOf(tx, serverId, [...new Set(of.map((c) => c.linkedid))]);
    const legs = Map.groupBy(all, (leg) => leg.linkedid);
    for (const call of of) {
      const isCarrier = (device: string): boolean => byPlace.has(placeOf(serverId, device));
      const device = call.device ?? carrierOf(legs.get(call.linkedid) ?? [], call.direction, isCarrier);
      const carrier = device === null ? undefined : byPlace.get(placeOf(serverId, device));
      if (carrier !== undefined) found.push({ call, carrier, at: call.answerAt?.getTime() ?? 0 });
    }
  }
  return found;
};

const costOfCall = ({ call, carrier, version, toRate }: Carried, plan: RatingPlan, charges: boolean): NewCost => {
  const row = {
    ...{
      call_id: call.id,
      leg: call.leg,
      plan_id: carrier.planId,
      version_number: version.number,
      device: carrier.device,
    },
    ...{ currency: carrier.currency, prefix: null, destination_name: '', raw_seconds: call.billableSeconds },
    ...{ billed_seconds: 0, connect_fee: '0', amount: '0' },
  };
  if (!charges) return { ...row, status: 'rated', steps: [{ kind: 'carrier-inbound-free' }] };
  try {
    const rated = rateCall(toRate, plan, []);
    return {
      ...row,
      status: rated.status === 'excluded' ? 'rated' : rated.status,
      prefix: rated.rate?.prefix ?? null,
      destination_name: rated.rate?.destinationName ?? '',
      raw_seconds: rated.rawSeconds,
      billed_seconds: rated.billedSeconds,
      connect_fee: decimalOf(rated.connectFeeMicros),
      amount: decimalOf(rated.costMicros),
      steps: rated.steps,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...row, status: 'unrated', steps: [{ kind: 'beyond-price' }] };
  }
};

/** Writes the costs of these calls and replaces earlier ones. `country`: for numbers in national format. */
export const costCalls = async (tx: Db, calls: readonly DueLeg[], country: string | null): Promise<void> => {
  const carriers = await boundCarriers(tx);
  const found = carriers.length === 0 ? [] : await carriedBy(tx, calls, carriers);
  const planIds = [...new Set(found.map(({ carrier }) => carrier.planId))];
  const versions = await versionsOf(tx, planIds);
  const inbound = await chargingInbound(tx, planIds);
  const costs: NewCost[] = [];
  for (const [planId, of] of Map.groupBy(found, ({ carrier }) => carrier.planId)) {
    const carried = of.map(({ call, carrier, at }): Carried => {
      const number = numberOf(call, country);
      const facts = { direction: call.direction, number, answeredAt: at, billsec: call.billableSeconds };
      const toRate = { ...facts, isEmergency: isEmergency(call) };
      return { call, carrier, version: versionAt(versions, planId, at), toRate };
    });
    const rates = await ratesFor(tx, planId, [...new Set(carried.map((c) => digitsOf(c.toRate.number)))]);
    const [out, into] = ['outbound', 'inbound'].map((d) => rates.filter((rate) => rate.direction === d));
    for (const each of Map.groupBy(carried, (c) => c.version.number).values()) {
      const plan = ratingPlanOf(each[0]!.version.terms, out ?? [], into ?? [], inbound.has(planId));
      for (const c of each) costs.push(costOfCall(c, plan, c.call.direction !== 'inbound' || inbound.has(planId)));
    }
  }
  await writeCosts(
    tx,
    calls.map((c) => c.id),
    costs,
  );
};

const BATCH = 500;

/** Calculates costs for calls on final invoices: carrier prices may arrive after the invoice. The customer's price stays. */
export const costInvoiced = async (tx: Db, scope: CostScope, country: string | null): Promise<void> => {
  for (let after: string | null = null; ;) {
    const calls: DueCall[] = await invoicedCalls(tx, scope, after, BATCH);
    if (calls.length > 0) await costCalls(tx, calls.flatMap(legsToRate), country);
    after = calls.at(-1)?.id ?? null;
    if (calls.length < BATCH) return;
  }
};
