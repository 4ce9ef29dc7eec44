// What a customer may have at most bites where more of it is made: his own limit, and those of the resellers above him, which
// count all that stand below them.
import { sql } from 'kysely';
import { Refusal } from '../http/errors.ts';
import type { Db } from './connect.ts';
import { once } from './once.ts';

/** The field that a refusal is about. */
const PATHS = { queues: 'callcenterId', users: 'customerId', subscribers: 'customerId', agents: 'roleId' } as const;
type Limited = keyof typeof PATHS;

interface Broken {
  /** Not the customer's own: how much the one above may have is none of his business. */
  readonly above: boolean;
  readonly most: number;
}

/** By the customer's own limit, else by his plan's, then by those above. Locks whoever has one until the transaction ends. */
const brokenLimit = async (tx: Db, what: Limited, customerId: string, more: number): Promise<Broken | undefined> =>
  (
    await sql<Broken>`select above, most from limit_broken(${customerId}::uuid, ${what}::text, ${more}::integer)`.execute(
      tx,
    )
  ).rows[0];

/** Asked once in a transaction: an import of thousands counts nothing where nothing is limited. */
const isLimited = (tx: Db, what: Limited, customerId: string): Promise<boolean> =>
  once(tx, `limited ${what} ${customerId}`, async () => {
    const { rows } = await sql<{
      limited: boolean;
    }>`select is_limited(${customerId}::uuid, ${what}) as limited`.execute(tx);
    return rows[0]?.limited !== false;
  });

/** Throws `conflict` with `limit-reached` when one more would be too many, `limit-reached-above` where it is a reseller's. */
export const refuseOverLimit = async (tx: Db, what: Limited, customerId: string): Promise<void> => {
  if (!(await isLimited(tx, what, customerId))) return;
  const broken = await brokenLimit(tx, what, customerId, 1);
  if (broken === undefined) return;
  const error = broken.above
    ? { path: PATHS[what], code: 'limit-reached-above' }
    : { path: PATHS[what], code: 'limit-reached', params: { most: broken.most } };
  throw new Refusal('conflict', { errors: [error] });
};

/** After a customer came to stand below another one: what he brings must have room there. */
export const refuseNoRoomAbove = async (tx: Db, customerId: string): Promise<void> => {
  for (const what of Object.keys(PATHS) as Limited[]) {
    const broken = await brokenLimit(tx, what, customerId, 0);
    if (broken?.above === true) {
      throw new Refusal('conflict', { errors: [{ path: 'parentId', code: 'limit-reached-above' }] });
    }
  }
};
