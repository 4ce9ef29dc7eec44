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

/** `commit` false, or one refusal: nothing is written. An error that is no refusal ends it all. */
export const createMany = async <Row>(
  db: Db,
  values: readonly Record<string, unknown>[],
  commit: boolean,
  create: (tx: Db, each: Record<string, unknown>) => Promise<Row>,
  unique: Readonly<Record<string, string>>,
): Promise<Outcome<Row>> => {
  const made: Row[] = [];
  const refused: { index: number; refusal: Refusal }[] = [];
  const tryOne = async (tx: Db, each: Record<string, unknown>, index: number): Promise<void> => {
    await sql`savepoint one_row`.execute(tx);
    try {
      made.push(await create(tx, each));
      await sql`release savepoint one_row`.execute(tx);
    } catch (error) {
      const refusal = uniqueRefusal(error, unique);
      if (!(refusal instanceof Refusal)) throw error;
      await sql`rollback to savepoint one_row`.execute(tx);
      refused.push({ index, refusal });
    }
  };
  try {
    await db.transaction().execute(async (tx) => {
      for (const [index, each] of values.entries()) {
        await tryOne(tx, each, index);
        if (refused.length >= ENOUGH) break;
      }
      if (!commit || refused.length > 0) throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return { made: refused.length > 0 ? [] : made, refused };
};
