// Stores a call whose legs changed, in the same way as the collector.
import { sql } from 'kysely';
import { CALL_RULES, upsertCalls } from '../../calls/queries.ts';
import type { OwnedCall } from '../../calls/queries.ts';
import type { Db } from '../../platform/db/connect.ts';

type Stored = Omit<OwnedCall, 'owner' | 'startAt' | 'answerAt' | 'connectedAt' | 'endAt' | 'onward'> & {
  readonly customerId: string | null;
  readonly callcenterId: string | null;
  readonly startAt: Date;
  readonly answerAt: Date | null;
  readonly connectedAt: Date | null;
  readonly endAt: Date;
  readonly onward: string | null;
};

export const concludeAgain = async (
  db: Db,
  id: string,
  changes: Partial<OwnedCall> & { readonly customerId?: string | null },
): Promise<void> => {
  // Marks test rows as made by current rules. Rows of earlier rules would keep their values.
  const { rows } = await sql<Stored>`update calls set rules = ${CALL_RULES} where id = ${id} returning *`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no call ${id}`);
  const { customerId = row.customerId, ...facts } = changes;
  const call: OwnedCall = {
    ...row,
    owner: { customerId, callcenterId: row.callcenterId },
    startAt: row.startAt.getTime(),
    answerAt: row.answerAt?.getTime() ?? null,
    connectedAt: row.connectedAt?.getTime() ?? null,
    endAt: row.endAt.getTime(),
    onward: row.onward === null ? [] : JSON.parse(row.onward),
    ...facts,
  };
  await upsertCalls(db, [call]);
};
