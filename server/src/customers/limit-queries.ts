// Checks the limits of a customer when rows are created: its own limit, and those of the resellers above, which count the rows of all
// customers below them.
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { sql } from 'kysely';
import { Refusal } from '../platform/caller/refusal.ts';
import type { Db } from '../platform/db/connect.ts';
import { once } from '../platform/db/once.ts';

/** The field that a refusal names. */
const PATHS = { queues: 'callcenterId', users: 'customerId', subscribers: 'customerId', agents: 'roleId' } as const;
type Limited = keyof typeof PATHS;

interface Broken {
  /** Whether the limit is a reseller's. Its value is not shown to the customer. */
  readonly above: boolean;
  readonly most: number;
}

/** Checks the customer's own limit or that of its plan, then those of the resellers. Locks customers that have a limit. */
const brokenLimit = async (tx: Db, what: Limited, customerId: string, more: number): Promise<Broken | undefined> =>
  (
    await sql<Broken>`select above, most from limit_broken(${customerId}::uuid, ${what}::text, ${more}::integer)`.execute(
      tx,
    )
  ).rows[0];

/** Checks once per transaction. Without limits, an import of thousands of rows counts nothing. */
const isLimited = (tx: Db, what: Limited, customerId: string): Promise<boolean> =>
  once(tx, `limited ${what} ${customerId}`, async () => {
    const { rows } = await sql<{
      limited: boolean;
    }>`select is_limited(${customerId}::uuid, ${what}) as limited`.execute(tx);
    return rows[0]?.limited !== false;
  });

/** Throws `conflict` if one more row exceeds a limit: `limit-reached`, or `limit-reached-above` for a reseller's limit. */
export const refuseOverLimit = async (tx: Db, what: Limited, customerId: string): Promise<void> => {
  if (!(await isLimited(tx, what, customerId))) return;
  const broken = await brokenLimit(tx, what, customerId, 1);
  if (broken === undefined) return;
  const error = broken.above
    ? { path: PATHS[what], code: 'limit-reached-above' }
    : { path: PATHS[what], code: 'limit-reached', params: { most: broken.most } };
  throw new Refusal('conflict', { errors: [error] });
};

/** Checks, after a customer moved below a reseller, that the limits there allow the customer's rows. */
export const refuseNoRoomAbove = async (tx: Db, customerId: string): Promise<void> => {
  for (const what of keysOf(PATHS)) {
    const broken = await brokenLimit(tx, what, customerId, 0);
    if (broken?.above === true) {
      throw new Refusal('conflict', { errors: [{ path: 'parentId', code: 'limit-reached-above' }] });
    }
  }
};
