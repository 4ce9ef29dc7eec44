import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { markRates } from '../../pbx/provisioning/mark-queries.ts';

/** Must be called in the transaction of every rate change, because rate tables in memory and on PBX servers become outdated. */
export const noteRatesChanged = async (tx: Db, planId: string): Promise<void> => {
  await sql`update plans set rates_revision = rates_revision + 1 where id = ${planId}`.execute(tx);
  await markRates(tx, planId);
};
