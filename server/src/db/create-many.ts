// Many new rows at once: every one is tried, so that all that is wrong is known; none stays unless all are right.
import { sql } from 'kysely';
import { Refusal } from '../http/errors.ts';
import type { Db } from './connect.ts';
import { uniqueRefusal } from './unique-refusal.ts';

export interface Outcome<Row> {
  readonly made: readonly Row[];
  /** `index` in what was given. */
  readonly refused: readonly { readonly index: number; readonly refusal: Refusal }[];
}

class Undo extends Error {}

/** Above that nobody reads on: the rest is not tried. */
const ENOUGH = 500;
/** Rows that are tried together; where one of them is refused they are tried one by one. */
const TOGETHER = 100;

/** `commit` false, or one refusal: nothing is written. An error that is no refusal ends it all. */
export const createMany = async <Row>(
  db: Db,
  values: readonly Record<string, unknown>[],
  commit: boolean,
  create: (tx: Db, several: readonly Record<string, unknown>[]) => Promise<readonly Row[]>,
  unique: Readonly<Record<string, string>>,
): Promise<Outcome<Row>> => {
  const made: Row[] = [];
  const refused: { index: number; refusal: Refusal }[] = [];
  const tried = async (tx: Db, several: readonly Record<string, unknown>[]): Promise<Refusal | null> => {
    await sql`savepoint some_rows`.execute(tx);
    try {
      const rows = await create(tx, several);
      await sql`release savepoint some_rows`.execute(tx);
      made.push(...rows);
      return null;
    } catch (error) {
      const refusal = uniqueRefusal(error, unique);
      if (!(refusal instanceof Refusal)) throw error;
      await sql`rollback to savepoint some_rows`.execute(tx);
      return refusal;
    }
  };
  const tryTogether = async (tx: Db, from: number): Promise<void> => {
    const several = values.slice(from, from + TOGETHER);
    if ((await tried(tx, several)) === null) return;
    for (const [place, each] of several.entries()) {
      const refusal = await tried(tx, [each]);
      if (refusal !== null) refused.push({ index: from + place, refusal });
      if (refused.length >= ENOUGH) break;
    }
  };
  try {
    await db.transaction().execute(async (tx) => {
      for (let from = 0; from < values.length && refused.length < ENOUGH; from += TOGETHER) await tryTogether(tx, from);
      if (!commit || refused.length > 0) throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return { made: refused.length > 0 ? [] : made, refused };
};
