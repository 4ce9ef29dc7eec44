// Creates many rows in one transaction. It tries every row, so that it can report all errors, and commits only if all rows are valid.
import { sql } from 'kysely';
import { Refusal } from '../../caller/refusal.ts';
import type { Db } from '../connect.ts';
import { forgetAnswers } from '../once.ts';
import { uniqueRefusal } from './unique-refusal.ts';

export interface Outcome<Row> {
  readonly made: readonly Row[];
  /** `index` is the position in the given values. */
  readonly refused: readonly { readonly index: number; readonly refusal: Refusal }[];
}

interface Uniqueness {
  /** Maps each database constraint to its field. */
  readonly unique: Readonly<Record<string, string>>;
  /** Returns whether only rows that the caller cannot see block the value. */
  isHidden(tx: Db, refusal: Refusal, values: Record<string, unknown>): Promise<boolean>;
  /** Returns the refusal to answer in that case. */
  refuseHidden(refusal: Refusal): Refusal;
}

class Undo extends Error {}

/** Stops after this many refusals, because users do not read more. */
const ENOUGH = 500;
/** Number of rows per batch. If a batch fails, its rows are tried one by one. */
const TOGETHER = 100;

/** Writes nothing if `commit` is false or any row is refused. Errors other than refusals are thrown. */
export const createMany = async <Row>(
  db: Db,
  values: readonly Record<string, unknown>[],
  commit: boolean,
  create: (tx: Db, several: readonly Record<string, unknown>[]) => Promise<readonly Row[]>,
  { unique, isHidden, refuseHidden }: Uniqueness,
): Promise<Outcome<Row>> => {
  const made: Row[] = [];
  const refused: { index: number; refusal: Refusal }[] = [];
  let ended = false;
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
      // The rollback releases the advisory locks that protect cached answers.
      forgetAnswers(tx);
      return refusal;
    }
  };
  const withheld = async (tx: Db, refusal: Refusal, one: Record<string, unknown>): Promise<Refusal | null> => {
    if (ended) return null;
    if (!(await isHidden(tx, refusal, one))) return refusal;
    ended = commit;
    return commit ? refuseHidden(refusal) : null;
  };
  const tryTogether = async (tx: Db, from: number): Promise<void> => {
    const several = values.slice(from, from + TOGETHER);
    if ((await tried(tx, several)) === null) return;
    for (const [place, each] of several.entries()) {
      const refusal = await tried(tx, [each]);
      if (refusal === null) continue;
      // A trial run does not reveal values that other customers' rows have. An import ends at the first one.
      const answer = await withheld(tx, refusal, each);
      if (answer !== null) refused.push({ index: from + place, refusal: answer });
      ended ||= refused.length >= ENOUGH;
      if (ended) break;
    }
  };
  try {
    await db.transaction().execute(async (tx) => {
      for (let from = 0; from < values.length && !ended; from += TOGETHER) await tryTogether(tx, from);
      if (!commit || refused.length > 0) throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return { made: refused.length > 0 ? [] : made, refused };
};
