// Converts the response of the console's `GET /api/live` for one PBX to facts.
import type { Facts } from './facts.ts';

interface LiveMember {
  readonly name: string;
  readonly interface: string;
  readonly membership: string;
  readonly penalty: number;
  readonly callsTaken: number;
  readonly lastCall: string | null;
  readonly status: number;
  readonly ringing: boolean;
  readonly paused: boolean;
  readonly pausedReason: string;
  readonly incall: boolean;
}
interface LiveCaller {
  readonly position: number;
  readonly status: number;
  readonly channel: string;
  readonly uniqueid: string;
  readonly callerIdNum: string;
  readonly callerIdName: string;
  readonly wait: number;
}
export interface LiveToday {
  /** Day in the time zone of the queue's customer, `YYYY-MM-DD`. */
  readonly day: string;
  readonly received: number;
  readonly answered: number;
  readonly answeredInTime: number;
  readonly abandonedShort: number;
  readonly abandonedLong: number;
  readonly timedOut: number;
  readonly leftByKey: number;
  readonly noAgent: number;
  readonly full: number;
  readonly withdrawn: number;
  readonly waitSeconds: number;
  readonly longestWaitSeconds: number;
}
interface LiveQueue {
  readonly serverId: number;
  readonly name: string;
  readonly max: number;
  readonly strategy: string;
  readonly holdtime: number;
  readonly talktime: number;
  readonly completed: number;
  readonly abandoned: number;
  readonly serviceLevel: number;
  readonly serviceLevelPerf: number;
  readonly weight: number;
  readonly members: readonly LiveMember[];
  readonly callers: readonly LiveCaller[];
  readonly today: LiveToday | null;
}
interface LiveServer {
  readonly id: number;
  readonly name: string;
  readonly connected: boolean;
  readonly stale: boolean;
  readonly version: string | null;
  readonly calls: number;
}
export interface LiveAnswer {
  readonly servers: readonly LiveServer[];
  readonly queues: readonly LiveQueue[];
  readonly calls: readonly { readonly serverId: number; readonly linkedid: string; readonly queue: string | null }[];
}

/** The console shows answered and abandoned callers until they leave. The PBX no longer lists them. */
const WAITING = 1;

const addQueue = (facts: Map<string, string | number>, q: LiveQueue): void => {
  for (const field of ['max', 'strategy', 'holdtime', 'talktime', 'completed', 'abandoned'] as const)
    facts.set(`queue ${q.name} ${field}`, q[field]);
  for (const field of ['serviceLevel', 'serviceLevelPerf', 'weight'] as const)
    facts.set(`queue ${q.name} ${field}`, q[field]);
  for (const m of q.members) {
    const member = `member ${q.name} ${m.interface}`;
    for (const field of ['name', 'membership', 'penalty', 'callsTaken', 'status', 'pausedReason'] as const)
      facts.set(`${member} ${field}`, m[field]);
    facts.set(`${member} lastCall`, m.lastCall === null ? 0 : Math.round(Date.parse(m.lastCall) / 1000));
    facts.set(`${member} paused`, m.paused ? '1' : '0');
  }
  for (const c of q.callers.filter((caller) => caller.status === WAITING)) {
    const caller = `caller ${q.name} ${c.uniqueid}`;
    facts.set(`${caller} position`, c.position);
    facts.set(`${caller} channel`, c.channel);
    facts.set(`${caller} number`, c.callerIdNum);
    facts.set(`${caller} name`, c.callerIdName);
    facts.set(`${caller} wait`, c.wait);
  }
};

export const liveFacts = (live: LiveAnswer, serverId: number): Facts => {
  const facts = new Map<string, string | number>();
  for (const queue of live.queues) if (queue.serverId === serverId) addQueue(facts, queue);
  for (const call of live.calls.filter((c) => c.serverId === serverId)) {
    facts.set(`call ${call.linkedid}`, 'up');
    if (call.queue !== null) facts.set(`call ${call.linkedid} queue`, call.queue);
  }
  const server = live.servers.find((s) => s.id === serverId);
  if (server) facts.set('server calls', server.calls);
  return facts;
};
