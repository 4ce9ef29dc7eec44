// Calculates how long the open calls of a customer may last. They share the prepaid balance, and the allowance if the plan blocks calls
// beyond it.
import { shareSeconds } from '@ringside/core/billing/share-seconds.ts';
import type { Db } from '../../platform/db/connect.ts';
import { accountStatusOf } from '../ledger-queries.ts';
import { pricesOf } from './credit-queries.ts';
import type { Priced } from './credit-queries.ts';

/**
 * Maximum limit of a prepaid call. The console extends it during the call, so that a long call reserves no more of the balance and
 * ends if the console is down for longer.
 */
export const LONGEST_SECONDS = 7_200;
/** Limit of a call without a balance. */
const UNLIMITED_SECONDS = 604_800;

/** Time between the timeout and the end in the call record. */
const HANGUP_SECONDS = 1;

interface OpenCall {
  readonly serverId: number;
  readonly linkedid: string;
  /** Digits of the E.164 number. */
  readonly number: string;
  /** Epoch ms; `null` while it rings. */
  readonly answeredAt: number | null;
  /** Connected seconds of an ended call that is not rated yet; `null` while it is active. */
  readonly endedSeconds: number | null;
  /** Remaining seconds of a call whose PBX is unreachable, so its limit cannot change; otherwise `null`. */
  readonly fixedSeconds: number | null;
}

const costOf = (priced: readonly Priced[]): bigint => priced.reduce((sum, { micros }) => sum + micros, 0n);
const refusedOf = (priced: readonly Priced[]): number => priced.reduce((sum, each) => sum + each.refusedSeconds, 0);

export interface Grants {
  /** Per call: seconds from now, or from the answer while it rings. 0 for ended and fixed calls. */
  readonly seconds: readonly number[];
  /** Whether the plan allows the call and the account allows new calls. */
  readonly allowed: readonly boolean[];
  /** Balance left if all calls last as long as granted; `null` if the customer is not prepaid. */
  readonly leftMicros: bigint | null;
}

/** `country`: for numbers in national format. */
export const grantsOf = async (
  db: Db,
  customerId: string,
  calls: readonly OpenCall[],
  country: string | null,
  now: number,
): Promise<Grants> => {
  const accountStatus = await accountStatusOf(db, customerId, now);
  const price = await pricesOf(
    db,
    customerId,
    calls.map((call) => ({ ...call, answeredAt: call.answeredAt ?? now })),
    country,
  );
  const elapsed = calls.map(({ answeredAt, endedSeconds, fixedSeconds }) =>
    endedSeconds === null
      ? (answeredAt === null ? 0 : Math.max(0, Math.ceil((now - answeredAt) / 1000))) + (fixedSeconds ?? 0)
      : endedSeconds,
  );
  const mayStart = accountStatus?.outboundBlocked !== true;
  const allowed = price(elapsed.map((seconds) => Math.max(1, seconds))).map((priced) => priced.allowed && mayStart);
  const available = accountStatus?.prepaid?.availableMicros ?? null;
  const open = calls.flatMap((call, n) => (call.endedSeconds === null && call.fixedSeconds === null ? [n] : []));
  const after = (more: readonly number[]): readonly Priced[] => {
    const seconds = [...elapsed];
    for (const [i, n] of open.entries()) if (more[i]! > 0) seconds[n] = elapsed[n]! + more[i]! + HANGUP_SECONDS;
    return price(seconds);
  };
  const refusedNow = refusedOf(price(elapsed));
  const fits = (more: readonly number[]): boolean => {
    const priced = after(more);
    return (available === null || costOf(priced) <= available) && refusedOf(priced) <= refusedNow;
  };
  const shares = shareSeconds(open.length, available === null ? UNLIMITED_SECONDS : LONGEST_SECONDS, fits);
  const seconds = calls.map(() => 0);
  for (const [i, n] of open.entries()) seconds[n] = shares[i]!;
  const leftMicros = available === null ? null : mayStart ? available - costOf(after(shares)) : 0n;
  return { seconds, allowed, leftMicros };
};
