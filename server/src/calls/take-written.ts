// Takes over records that PBX servers wrote into the console's table, until none are left.
import type { Db } from '../platform/db/connect.ts';
import { catchUpCalls } from './gap/gap-queries.ts';
import { storeLegs } from './conclude.ts';
import type { CallOwners } from './conclude.ts';
import { readWritten, takeOver } from './intake-queries.ts';

const BATCH = 1_000;

/** Returns the number of new records. A failed batch stays for the next run. */
export const takeWritten = async (db: Db, ownersOf: () => Promise<CallOwners>, now: number): Promise<number> => {
  let newLegs = 0;
  for (;;) {
    const batch = await readWritten(db, BATCH);
    if (batch.legs.length === 0) return newLegs;
    // Stores before deleting. A crash in between repeats the batch, which changes nothing.
    newLegs += (await storeLegs(db, await ownersOf(), batch.legs)).newLegs;
    for (const span of await takeOver(db, batch)) await catchUpCalls(db, span, now);
  }
};
