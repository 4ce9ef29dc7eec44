// Stores simulated events and call records as the console's collectors would have stored them.
import { storeLegs } from '../calls/conclude.ts';
import type { ServerLeg } from '../calls/queries.ts';
import { createEventStore } from '../live/event-store.ts';
import type { Owners } from '../live/owners.ts';
import type { Db } from '../platform/db/connect.ts';
import type { RecordedDay } from './record-days.ts';

const LEGS_AT_ONCE = 500;

/** Legs of a call stay in one batch, so that the call is concluded once. */
const storeRecords = async (db: Db, owners: Owners, legs: readonly ServerLeg[]): Promise<void> => {
  let batch: ServerLeg[] = [];
  for (const call of Map.groupBy(legs, (leg) => leg.linkedid).values()) {
    batch.push(...call);
    if (batch.length < LEGS_AT_ONCE) continue;
    await storeLegs(db, owners, batch);
    batch = [];
  }
  await storeLegs(db, owners, batch);
};

export const storeDay = async (
  db: Db,
  owners: Owners,
  { events, legs }: RecordedDay,
  onError: (error: unknown) => void,
): Promise<void> => {
  const store = createEventStore(db, onError, { past: true });
  store.append(events);
  await store.close();
  await storeRecords(db, owners, legs);
};
