// Warns about customers whose code begins with another customer's code. New codes of this kind are refused, but databases of older versions
// may contain them.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';

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
