// Simulates a month of past days on the same PBXs, with fewer calls than today, as data for the reports.
import type { PbxPlan } from '../../../tools/fake-pbx/src/sim/plan.ts';
import { createFakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { storeLegs } from '../calls/conclude.ts';
import type { ServerLeg } from '../calls/queries.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Db } from '../platform/db/connect.ts';
import { createEventStore } from '../live/event-store.ts';
import { readOwners } from '../live/owner-queries.ts';
import { createOwners } from '../live/owners.ts';
import { DEMO_SERVERS } from './demo-customers.ts';
import { demoOpening, demoPlans } from './demo-plans.ts';
import { createRecorder, type Recorder } from './morning.ts';

const DAY_MS = 86_400_000;
/** From 7:00 until the last shift ends. */
const OPEN_MS = 14 * 3_600_000;
const LEGS_AT_ONCE = 500;

interface DemoHistory {
  readonly days: number;
  /** Calls of a past day as a fraction of today's. */
  readonly share: number;
}
const HISTORY: DemoHistory = { days: 29, share: 0.025 };

const quieter = (plan: PbxPlan, share: number): PbxPlan => ({
  ...plan,
  tenants: plan.tenants.map((t) => ({
    ...t,
    internalPerHour: t.internalPerHour * share,
    outboundPerHour: t.outboundPerHour * share * 2,
  })),
  queues: plan.queues.map((q) => ({ ...q, callsPerHour: q.callsPerHour * share })),
});

/** Days off differ by country: Friday and Saturday for Haifa 1, otherwise Saturday and Sunday. */
const shareOf = (day: number, server: string, share: number): number => {
  const weekday = new Date(day).getUTCDay();
  const off = server === 'Haifa 1' ? weekday === 5 || weekday === 6 : weekday === 0 || weekday === 6;
  return off ? share * 0.25 : share;
};

/** One in this many log-offs has no event. */
const UNHEARD = 17;

/** Returns log-offs for the end of a day: each agent leaves the queues 90 s after their last event. */
const logOffs = (events: readonly LiveEvent[]): LiveEvent[] => {
  const last = new Map<string, Extract<LiveEvent, { kind: 'member' }>>();
  const seenAt = new Map<string, number>();
  for (const e of events) {
    const key = 'row' in e && e.kind === 'member' ? `${e.row.queue} ${e.row.interface}` : null;
    if (e.kind === 'member-removed') last.delete(`${e.queue} ${e.interface}`);
    if (e.kind !== 'member' || key === null) continue;
    last.set(key, e);
    seenAt.set(e.row.interface, e.at);
  }
  return [...last.values()].flatMap(({ serverId, row: { queue, owner, name, interface: phone } }) => {
    const at = (seenAt.get(phone) ?? 0) + 90_000;
    if (Math.floor(at / 1000) % UNHEARD === 0) return [];
    return [{ kind: 'member-removed' as const, serverId, at, owner, queue, name, interface: phone }];
  });
};

/** Stores call records in the same way as the collector. */
export const storeRecords = async (db: Db, legs: readonly ServerLeg[]): Promise<void> => {
  const owners = createOwners();
  owners.replace(await readOwners(db));
  // Legs of a call stay in one batch, so that the call is concluded once.
  const calls = [...Map.groupBy(legs, (leg) => `${leg.serverId} ${leg.linkedid}`).values()];
  let batch: ServerLeg[] = [];
  for (const call of calls) {
    batch.push(...call);
    if (batch.length < LEGS_AT_ONCE) continue;
    await storeLegs(db, owners, batch);
    batch = [];
  }
  await storeLegs(db, owners, batch);
};

export const playHistory = async (
  db: Db,
  serverIds: ReadonlyMap<string, number>,
  now: number,
  onError: (error: unknown) => void,
  history: DemoHistory = HISTORY,
): Promise<void> => {
  const owners = createOwners();
  owners.replace(await readOwners(db));
  const store = createEventStore(db, onError);
  const legs: ServerLeg[] = [];
  for (let day = history.days; day > 0; day--) {
    const startAt = demoOpening(now - day * DAY_MS);
    for (const [i, plan] of demoPlans(now - day * DAY_MS, `history ${day}`).entries()) {
      const name = DEMO_SERVERS[i]?.name ?? plan.systemName;
      let recorder: Recorder | null = null;
      const pbx = createFakePbx({
        plan: quieter(plan, shareOf(startAt, name, history.share)),
        startAt,
        pace: { kind: 'manual' },
        onEvent: (event, block, at) => recorder?.event(event, block, at),
      });
      recorder = createRecorder({ id: serverIds.get(name) ?? 0, name }, owners, pbx.world());
      pbx.advance(OPEN_MS);
      const events = recorder.take();
      store.append([...events, ...logOffs(events)]);
      legs.push(...recorder.takeLegs());
    }
  }
  await store.close();
  await storeRecords(db, legs);
};
