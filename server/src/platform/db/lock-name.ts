// Serializes transactions that check names before they write them, where no constraint can: codes that must not begin with each other, or
// extensions across several tables.
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { once } from './once.ts';

/** Held while customer codes, and names that must not begin with a code, are checked and written. */
export const CODES_LOCK = 'customer codes';

/** Waits until no other transaction holds the name. Released at the end of the transaction, or by a rollback to an earlier savepoint. */
export const lockName = (tx: Db, name: string): Promise<unknown> =>
  once(tx, `lock ${name}`, () =>
    // Two consoles may share a database if each has its own schema.
    sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' ' || ${name}, 0))`.execute(tx),
  );
