// Simulates the morning of the PBXs at full speed and stores its events and call records.
import type { FakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import type { ServerLeg } from '../calls/queries.ts';
import type { Db } from '../platform/db/connect.ts';
import { createEventStore } from '../live/event-store.ts';
import { readOwners } from '../live/owner-queries.ts';
import { createOwners } from '../live/owners.ts';
import { createRecorder, type Recorder } from './morning.ts';
import { storeRecords } from './play-history.ts';

export interface DemoPbx {
  readonly name: string;
  /** Has manual pace, and passes its events to `recorder`. */
  readonly pbx: FakePbx;
  recorder: Recorder | null;
}

/** Advances the PBXs to the present time. */
export const playMorning = async (
  db: Db,
  serverIds: ReadonlyMap<string, number>,
  pbxs: readonly DemoPbx[],
  onError: (error: unknown) => void,
): Promise<void> => {
  const owners = createOwners();
  owners.replace(await readOwners(db));
  const store = createEventStore(db, onError);
  const legs: ServerLeg[] = [];
  for (const demo of pbxs) {
    const world = demo.pbx.world();
    demo.recorder = createRecorder({ id: serverIds.get(demo.name) ?? 0, name: demo.name }, owners, world);
    demo.pbx.advance(Date.now() - world.clock.now());
    store.append(demo.recorder.take());
    legs.push(...demo.recorder.takeLegs());
    demo.recorder = null;
  }
  await store.close();
  await storeRecords(db, legs);
};
