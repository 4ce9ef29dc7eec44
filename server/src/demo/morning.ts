// Records a simulated morning as the console would have stored it: events of the simulated PBX go through the same decoder
// and tracker as those of a real connection, on simulated time.
import { decodeEvent } from '@ringside/core/asterisk/decode.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import type { Snapshot } from '@ringside/core/asterisk/fact.ts';
import type { OwnerLookup } from '@ringside/core/live/tracker/tracked.ts';
import { createTracker } from '@ringside/core/live/tracker/tracker.ts';
import { withMoments } from '../calls/collect.ts';
import type { ServerLeg } from '../calls/queries.ts';
import type { World } from '../../../tools/fake-pbx/src/sim/model.ts';

export interface Recorder {
  /** Takes every event of the PBX: name, text of the block, and time in epoch ms. */
  readonly event: (name: string, block: string, at: number) => void;
  /** Returns events recorded since the last call, oldest first. */
  readonly take: () => readonly LiveEvent[];
  /** Returns call records since the last call. */
  readonly takeLegs: () => readonly ServerLeg[];
}

/** Snapshot of a PBX in the early morning: queues and members, no calls yet. */
const openingOf = (world: World): Snapshot => ({
  startedAt: null,
  version: '22.10.1',
  systemName: world.plan.systemName,
  queues: [...world.queues.values()].map((q) => ({
    queue: q.name,
    max: q.plan.maxLength,
    strategy: q.plan.strategy,
    calls: 0,
    holdtime: 0,
    talktime: 0,
    completed: 0,
    abandoned: 0,
    serviceLevel: q.plan.serviceLevel,
    serviceLevelPerf: 0,
    serviceLevelPerf2: 0,
    weight: q.plan.weight,
  })),
  members: [...world.queues.values()].flatMap((q) =>
    q.members.map((m) => ({
      queue: q.name,
      name: m.name,
      interface: m.interface,
      stateInterface: m.stateInterface,
      membership: m.dynamic ? ('dynamic' as const) : ('static' as const),
      penalty: m.penalty,
      callsTaken: m.callsTaken,
      lastCall: m.lastCall,
      lastPause: m.lastPause,
      loginTime: m.loginTime,
      inCall: m.inCall,
      status: m.status,
      paused: m.paused,
      pausedReason: m.reason,
      wrapupSeconds: 0,
    })),
  ),
  entries: [],
  summaries: [],
  channels: [],
});

/** Keeps only events that today's figures and the reports use. */
const isHistory = (e: LiveEvent): boolean => {
  if (e.kind === 'member') return e.cause !== 'QueueMember' && e.cause !== 'QueueMemberStatus';
  return e.kind === 'outcome' || e.kind === 'member-removed';
};

const SETTLE_MS = 1000;

export const createRecorder = (
  server: { readonly id: number; readonly name: string },
  owners: OwnerLookup,
  world: World,
): Recorder => {
  const start = world.clock.now();
  const tracker = createTracker(server, owners);
  tracker.link({ kind: 'up', version: '22.10.1', problems: [] }, start);
  tracker.snapshot(openingOf(world), start);
  let events: LiveEvent[] = [];
  let legs: ServerLeg[] = [];
  let settledAt = start;
  const keep = (made: readonly LiveEvent[]): void => {
    for (const e of made) if (isHistory(e)) events.push(e);
  };
  return {
    event: (name, block, at) => {
      for (; at - settledAt >= SETTLE_MS; settledAt += SETTLE_MS) keep(tracker.settle(settledAt + SETTLE_MS));
      // The decoder expects binary text with one character per byte, without the final empty line.
      const fact = decodeEvent(name, Buffer.from(block.slice(0, -4)).toString('latin1'));
      if (fact?.kind === 'cdr') {
        const leg = withMoments(server.id, fact.leg, at);
        if (leg !== null) legs.push(leg);
      } else if (fact) keep(tracker.fact(fact, Math.round(at)));
    },
    take: () => {
      // An outcome that is decided late has the time of its call.
      const taken = events.toSorted((a, b) => a.at - b.at);
      events = [];
      return taken;
    },
    takeLegs: () => {
      const taken = legs;
      legs = [];
      return taken;
    },
  };
};
