// Rates pending calls: new ones, and ones whose facts changed. Changed calls first return the allowance that they used.
import type { PriceCalls } from '../calls/store-imported.ts';
import type { Db } from '../platform/db/connect.ts';
import { historyOf, rateBills, ratingPlans, sortOut, useKeysOf } from './bills.ts';
import { costCalls } from './cost-calls.ts';
import * as queries from './queries.ts';
import type { DueCall } from './queries.ts';
import { keyOf, lockUses, writeUses } from './use-queries.ts';
import type { UseKey } from './use-queries.ts';
import { CALLS_TO_RATE } from '../calls/calls-to-rate.ts';
import type { TopicHandler } from '../platform/outbox/worker.ts';

/** `priced`: earlier ratings of these calls, with the allowances they used. `null`: none of the calls was rated before. */
const priceCalls = async (
  tx: Db,
  calls: readonly DueCall[],
  priced: readonly queries.FormerRating[] | null,
  country: string | null,
): Promise<void> => {
  const former = priced ?? [];
  const legs = calls.flatMap(queries.legsToRate);
  const { bills, others, customerIds } = await sortOut(tx, legs, country);
  const backTo = (f: queries.FormerRating): UseKey[] =>
    f.spent.map(({ name, period }) => ({ customerId: f.customerId, planId: f.planId, name, period }));
  const uses = await lockUses(tx, [...former.flatMap(backTo), ...useKeysOf(bills)]);
  for (const f of former)
    for (const { name, period, seconds, calls: count } of f.spent) {
      const use = uses.get(keyOf({ customerId: f.customerId, planId: f.planId, name, period }))!;
      use.seconds -= seconds;
      use.calls -= count;
    }
  const history = await historyOf(tx, bills, customerIds, uses);
  const ratings = [...others, ...rateBills(bills, uses, history, await ratingPlans(tx, bills))];
  await writeUses(tx, [...uses.values()]);
  await queries.writeRatings(tx, ratings, priced === null);
  await costCalls(tx, legs, country);
};

/** Rates one batch of pending calls, optionally of a single customer. Returns the number of calls. */
export const rateBatch = async (
  tx: Db,
  country: string | null,
  most: number,
  customerId: string | null = null,
): Promise<number> => {
  const calls = await queries.takeDueCalls(tx, most, customerId);
  if (calls.length === 0) return 0;
  const ids = calls.map((c) => c.id);
  await priceCalls(tx, calls, await queries.formerRatings(tx, ids), country);
  await queries.settle(tx, ids);
  return calls.length;
};

/** Rates imported calls as they are stored, in the order of their answers within the batch. */
export const priceImported =
  (country: string | null): PriceCalls =>
  async (tx, calls) => {
    const dialling = await queries.diallingOf(tx, [...new Set(calls.flatMap((call) => call.owner.customerId ?? []))]);
    const due = calls.map((call): DueCall => ({
      ...{
        onward: call.onward.length === 0 ? null : JSON.stringify(call.onward),
        country: '',
        areaCode: '',
        ...dialling.get(call.owner.customerId ?? ''),
      },
      ...{ id: call.id, serverId: call.serverId, linkedid: call.linkedid, customerId: call.owner.customerId },
      ...{ direction: call.direction, destination: call.destination, billableSeconds: call.billableSeconds },
      ...{ startAt: new Date(call.startAt), trunk: call.trunk },
      answerAt: call.connectedAt === null ? null : new Date(call.connectedAt),
    }));
    const answeredAt = (call: DueCall): number => call.answerAt?.getTime() ?? Infinity;
    const inOrder = due.toSorted((a, b) =>
      answeredAt(a) < answeredAt(b) ? -1 : answeredAt(a) > answeredAt(b) ? 1 : 0,
    );
    await priceCalls(tx, inOrder, null, country);
  };

const BATCH = 500;
/** Locked calls are retried after this time. */
const AGAIN_MS = 2_000;

/**
 * Rates all pending calls, one batch in each transaction. Returns the number of calls. `country`: of numbers in national format.
 * Several workers may run at once: they lock the calls and allowances that they use.
 */
export const rateDue = async (db: Db, country: string | null, most = BATCH): Promise<number> => {
  let rated = 0;
  for (;;) {
    const done = await queries.inTransaction(db, (tx) => rateBatch(tx, country, most));
    rated += done;
    if (done < most) return rated;
  }
};

/** Rates the pending calls after a committed change has marked some. */
export const rateCallsTopic = (db: Db, country: string | null): TopicHandler => ({
  ...{ topic: CALLS_TO_RATE, byKey: true, batch: 1000, parallel: 1 },
  // Does not become a dead letter, because each new call retries all pending calls.
  ...{ mostAttempts: Infinity, claimMs: 10 * 60_000 },
  handle: async () => {
    await rateDue(db, country);
    return (await queries.areCallsDue(db)) ? { againInMs: AGAIN_MS } : undefined;
  },
});
