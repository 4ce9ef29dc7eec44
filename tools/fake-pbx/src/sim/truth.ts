// State of the simulated PBX as plain values, for comparison with the state of a console.
import { serviceLevels } from './queue-counters.ts';
import type { World } from './model.ts';

export interface Truth {
  readonly at: number;
  readonly queues: readonly {
    readonly name: string;
    readonly completed: number;
    readonly abandoned: number;
    readonly holdtime: number;
    readonly talktime: number;
    readonly serviceLevelPerf: string;
    readonly members: readonly {
      readonly name: string;
      readonly interface: string;
      readonly status: number;
      readonly paused: boolean;
      readonly reason: string;
      readonly penalty: number;
      readonly callsTaken: number;
      readonly lastCall: number;
      readonly dynamic: boolean;
      readonly inCall: boolean;
    }[];
    /** In order, position 1 first. */
    readonly callers: readonly {
      readonly uniqueid: string;
      readonly channel: string;
      readonly number: string;
      readonly name: string;
      readonly joinedAt: number;
    }[];
  }[];
  readonly channels: readonly {
    readonly name: string;
    readonly uniqueid: string;
    readonly linkedid: string;
    readonly state: number;
    readonly bridged: boolean;
  }[];
  /** Linked ids of the active calls. */
  readonly calls: readonly string[];
}

export const truthOf = (world: World): Truth => ({
  at: world.clock.now(),
  queues: [...world.queues.values()].map((q) => ({
    name: q.name,
    completed: q.completed,
    abandoned: q.abandoned,
    holdtime: q.holdtime,
    talktime: q.talktime,
    serviceLevelPerf: serviceLevels(q).perf,
    members: q.members.map((m) => ({
      name: m.name,
      interface: m.interface,
      status: m.status,
      paused: m.paused,
      reason: m.reason,
      penalty: m.penalty,
      callsTaken: m.callsTaken,
      lastCall: m.lastCall,
      dynamic: m.dynamic,
      inCall: m.inCall,
    })),
    callers: q.entries.map((e) => ({
      uniqueid: e.channel.uniqueid,
      channel: e.channel.name,
      number: e.channel.callerNum,
      name: e.channel.callerName,
      joinedAt: e.joinedAt,
    })),
  })),
  channels: [...world.channels.values()].map((c) => ({
    name: c.name,
    uniqueid: c.uniqueid,
    linkedid: c.linkedid,
    state: c.state,
    bridged: c.bridge !== null,
  })),
  calls: [...new Set([...world.channels.values()].map((c) => c.linkedid))],
});
