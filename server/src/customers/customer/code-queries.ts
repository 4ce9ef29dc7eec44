// Refuses customer codes that begin with another code, and warns about those that older versions accepted.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import type { Db } from '../../platform/db/connect.ts';
import { CODES_LOCK, lockName } from '../../platform/db/lock-name.ts';
import { HiddenRefusal } from '../../platform/db/rows/hidden-taken.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';

export const CUSTOMER_SCOPE = { customer: 'id', parent: 'parentId' };

/** Returns whether the code collides with the code of a customer that the conditions select. */
const collidesWithVisible = async (tx: Db, visible: readonly RawBuilder<SqlBool>[], code: string): Promise<boolean> => {
  const collides = sql<SqlBool>`(left(row.code, length(${code}::text) + 1) = ${code}::text || '-'
    or left(${code}::text, length(row.code) + 1) = row.code || '-')`;
  const { rows } =
    await sql`select 1 from customers as row where ${sql.join([...visible, collides], sql` and `)} limit 1`.execute(tx);
  return rows.length > 0;
};

/**
 * Codes that no customer may have: contexts of the whole PBX server begin with `ringside`. Asterisk and its usual dialplans use the others
 * as sections, classes, parking lots or the beginning of contexts (`from-internal`, `trunk-int`).
 */
const RESERVED =
  /^(ringside(-.*)?|general|globals?|system|default|public|demo|stdexten|parkedcalls|featuremap|applicationmap|zonemessages|(from|app|macro|sub|ext|trunk|outbound|inbound|incoming)(-.*)?)$/;

/**
 * Refuses a code that collides with another. The console names a customer's devices, contexts and account code after its code, so none may
 * begin with another customer's code, and a reseller may not choose a name that a PBX server already uses. The refusal does not reveal the
 * colliding name. `seen`: the devices and queues that the PBX servers currently have.
 */
export const refuseCollidingCode = async (
  tx: Db,
  caller: Caller,
  code: string,
  seen: readonly string[],
): Promise<void> => {
  const refusal = { errors: [{ path: 'code', code: 'code-collides' }] };
  if (RESERVED.test(code)) throw new Refusal('conflict', refusal);
  await lockName(tx, CODES_LOCK);
  const { rows } = await sql<{ collides: boolean }>`select code_collides(${code}) as collides`.execute(tx);
  const taken = new RegExp(`^${code}([-_]|$)`);
  const collides = rows[0]?.collides === true || (caller.customerId !== null && seen.some((name) => taken.test(name)));
  if (!collides) return;
  const isVisible = await collidesWithVisible(tx, visibleTo(caller, CUSTOMER_SCOPE), code);
  throw isVisible ? new Refusal('conflict', refusal) : new HiddenRefusal('conflict', refusal);
};

interface CodePair {
  readonly code: string;
  /** A code that begins with `code`. */
  readonly longer: string;
}

const readCollidingCodes = async (db: Db): Promise<readonly CodePair[]> => {
  const { rows } = await sql<CodePair>`select a.code, b.code as longer from customers a
    join customers b on left(b.code, length(a.code) + 1) = a.code || '-' order by 1, 2`.execute(db);
  return rows;
};

/** Logs each pair. Ownership is stored per row, so neither customer sees calls of the other. */
export const warnOfCollidingCodes = async (
  db: Db,
  log: { warn(fields: object, text: string): void },
): Promise<void> => {
  for (const pair of await readCollidingCodes(db))
    log.warn(
      pair,
      'customer code begins with the code of another customer: give one of them a new code before you restore or rename',
    );
};
