// Takes over what PBXs wrote into our table, until none waits.
import type { Db } from '../db/connect.ts';
import { catchUpCalls } from '../gaps/gap-queries.ts';
import { storeLegs } from './conclude.ts';
import type { CallOwners } from './conclude.ts';
import { readWritten, takeOver } from './intake-queries.ts';

const BATCH = 1_000;

/** How many records were new. A batch that fails waits for the next turn, whole. */
export const takeWritten = async (db: Db, ownersOf: () => Promise<CallOwners>, now: number): Promise<number> => {
  let newLegs = 0;
  for (;;) {
    const batch = await readWritten(db, BATCH);
    if (batch.legs.length === 0) return newLegs;
    // First among the others, then away: what happens in between is done twice and changes nothing.
    newLegs += (await storeLegs(db, await ownersOf(), batch.legs)).newLegs;
    for (const span of await takeOver(db, batch)) await catchUpCalls(db, span, now);
  }
};
