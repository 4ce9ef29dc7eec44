// Simulates this morning and past days of the demo's PBXs, and returns what the console would have stored of them.
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { createFakePbx, type FakePbx, type FakePbxOptions } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import type { PbxPlan } from '../../../tools/fake-pbx/src/sim/plan.ts';
import type { ServerLeg } from '../calls/queries.ts';
import type { Owners } from '../live/owners.ts';
import { DEMO_SERVERS } from './demo-customers.ts';
import { demoDisk } from './demo-disk.ts';
import { CONFIG_LOGIN, LIVE_LOGIN } from './demo-logins.ts';
import { DEMO_OPENS_HOURS, demoOpening, demoPlans, startOfDemo } from './demo-plans.ts';
import { createRecorder, type Recorder } from './morning.ts';

export const DAY_MS = 86_400_000;
/** From 7:00 until the last shift ends. */
const OPEN_MS = 14 * 3_600_000;

/** Number of past days that the demo has. */
export const PAST_DAYS = 29;
/** Calls of a past day as a fraction of today's. */
const PAST_SHARE = 0.025;

const SEED = 'demo';

/** Events and call records of one PBX. */
export interface RecordedDay {
  readonly serverId: number;
  readonly events: readonly LiveEvent[];
  readonly legs: readonly ServerLeg[];
}

interface DemoPbx {
  readonly name: string;
  readonly pbx: FakePbx;
}

/** Creates the PBXs in the early morning of a demo that begins at `now` (epoch ms). `advance` moves their time. */
export const createPbxs = (now: number, onEvent?: (name: string) => FakePbxOptions['onEvent']): readonly DemoPbx[] =>
  demoPlans(now, SEED).map((plan, i) => {
    const name = DEMO_SERVERS[i]?.name ?? plan.systemName;
    const heard = onEvent?.(name);
    return {
      name,
      pbx: createFakePbx({
        plan,
        users: [LIVE_LOGIN, CONFIG_LOGIN],
        disk: demoDisk(plan),
        startAt: demoOpening(now),
        pace: { kind: 'manual' },
        ...(heard === undefined ? {} : { onEvent: heard }),
      }),
    };
  });

/** Returns one day at a time, so that each can be stored while the next is simulated. */
export function* recordMorning(
  now: number,
  serverIds: ReadonlyMap<string, number>,
  owners: Owners,
): Generator<RecordedDay> {
  const recorders = new Map<string, Recorder>();
  const pbxs = createPbxs(now, (name) => (event, block, at) => recorders.get(name)?.event(event, block, at));
  for (const { name, pbx } of pbxs) {
    const serverId = serverIds.get(name) ?? 0;
    const recorder = createRecorder({ id: serverId, name }, owners, pbx.world());
    recorders.set(name, recorder);
    pbx.advance(now - pbx.world().clock.now());
    yield { serverId, events: recorder.take(), legs: recorder.takeLegs() };
  }
}

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

/** Returns the past days (UTC midnight, epoch ms) of a demo that begins at `now`, oldest first. `after`: the last day that is already there. */
export const pastDays = (now: number, days: number = PAST_DAYS, after: number | null = null): readonly number[] => {
  const today = now - (now % DAY_MS);
  return Array.from({ length: days }, (_, i) => today - (days - i) * DAY_MS).filter(
    (day) => after === null || day > after,
  );
};

/**
 * Simulates the office hours of one past day, with fewer calls than today. The day is the same whenever the demo begins, except that it ends
 * before the morning of a demo that begins right after midnight.
 */
export function* recordPastDay(
  day: number,
  now: number,
  serverIds: ReadonlyMap<string, number>,
  owners: Owners,
  share: number = PAST_SHARE,
): Generator<RecordedDay> {
  const startAt = day + DEMO_OPENS_HOURS * 3_600_000;
  const openMs = Math.min(OPEN_MS, demoOpening(now) - startAt);
  const date = new Date(day).toISOString().slice(0, 10);
  for (const [i, plan] of demoPlans(startOfDemo(startAt), `history ${date}`).entries()) {
    const name = DEMO_SERVERS[i]?.name ?? plan.systemName;
    const serverId = serverIds.get(name) ?? 0;
    let recorder: Recorder | null = null;
    const pbx = createFakePbx({
      plan: quieter(plan, shareOf(startAt, name, share)),
      startAt,
      pace: { kind: 'manual' },
      onEvent: (event, block, at) => recorder?.event(event, block, at),
    });
    recorder = createRecorder({ id: serverId, name }, owners, pbx.world());
    pbx.advance(openMs);
    const events = recorder.take();
    yield { serverId, events: [...events, ...logOffs(events)], legs: recorder.takeLegs() };
  }
}
