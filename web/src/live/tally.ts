import { type AgentState, agentState } from '@ringside/core/live/select.ts';
import type { CallerRow, MemberRow, QueueRow } from '@ringside/core/live/state.ts';
import { AGENT_STATES, nextChange } from './agent-state.ts';

export type AgentCounts = Readonly<Record<AgentState, number>>;

/** What a queue's card counts. */
export interface QueueTally {
  readonly waiting: number;
  /** When the caller who waits longest joined, epoch ms; null when nobody waits. */
  readonly oldest: number | null;
  readonly agents: AgentCounts;
  readonly members: number;
  /** When the counts change by the clock alone, epoch ms, or null. */
  readonly nextChange: number | null;
}

export const noAgents = (): Record<AgentState, number> =>
  Object.fromEntries(AGENT_STATES.map((s) => [s, 0])) as Record<AgentState, number>;

/** Joined, or unknown: those answered and abandoned are only still on their way out. */
export const isWaiting = (c: CallerRow): boolean => c.status === 0 || c.status === 1;

const earlier = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

export const tallyQueue = (members: Iterable<MemberRow>, callers: Iterable<CallerRow>, now: number): QueueTally => {
  const agents = noAgents();
  let count = 0;
  let next: number | null = null;
  for (const m of members) {
    agents[agentState(m, now)]++;
    count++;
    next = earlier(next, nextChange(m, now));
  }
  let waiting = 0;
  let oldest: number | null = null;
  for (const c of callers)
    if (isWaiting(c)) {
      waiting++;
      oldest = earlier(oldest, c.joinedAt);
    }
  return { waiting, oldest, agents, members: count, nextChange: next };
};

/** The same figures: nobody needs to look again. */
export const sameTally = (a: QueueTally, b: QueueTally): boolean =>
  a.waiting === b.waiting &&
  a.oldest === b.oldest &&
  a.members === b.members &&
  a.nextChange === b.nextChange &&
  AGENT_STATES.every((s) => a.agents[s] === b.agents[s]);

export interface Totals {
  readonly calls: number;
  readonly waiting: number;
  readonly oldest: number | null;
  /** Each agent once, however many queues he is in. */
  readonly agents: AgentCounts;
  readonly people: number;
  readonly received: number;
  readonly answered: number;
  readonly abandonedShort: number;
  readonly abandonedLong: number;
  /** Thousandths of a percent over the queues, weighted by calls received; null without a call to judge. */
  readonly serviceLevel: number | null;
  readonly queues: number;
}

/** Of an agent's states in several queues, the one to count: the busiest. */
const WEIGHT: Readonly<Record<AgentState, number>> = {
  incall: 5,
  ringing: 4,
  wrapup: 3,
  available: 2,
  paused: 1,
  unavailable: 0,
};

/** `calls`: how many calls are up on the servers shown. */
export const addUp = (
  queues: Iterable<{ readonly row: QueueRow; readonly tally: QueueTally; readonly members: Iterable<MemberRow> }>,
  calls: number,
  now: number,
): Totals => {
  const people = new Map<string, AgentState>();
  let waiting = 0;
  let oldest: number | null = null;
  let count = 0;
  const sums = { received: 0, answered: 0, abandonedShort: 0, abandonedLong: 0, judged: 0, level: 0 };
  for (const { row, tally, members } of queues) {
    count++;
    waiting += tally.waiting;
    oldest = earlier(oldest, tally.oldest);
    for (const m of members) {
      const key = `${m.serverId}\t${m.interface}`;
      const state = agentState(m, now);
      const before = people.get(key);
      if (before === undefined || WEIGHT[state] > WEIGHT[before]) people.set(key, state);
    }
    const { today } = row;
    if (!today) continue;
    sums.received += today.received;
    sums.answered += today.answered;
    sums.abandonedShort += today.abandonedShort;
    sums.abandonedLong += today.abandonedLong;
    if (today.serviceLevel !== null) {
      sums.judged += today.received;
      sums.level += today.serviceLevel * today.received;
    }
  }
  const agents = noAgents();
  for (const state of people.values()) agents[state]++;
  return {
    calls,
    waiting,
    oldest,
    agents,
    people: people.size,
    received: sums.received,
    answered: sums.answered,
    abandonedShort: sums.abandonedShort,
    abandonedLong: sums.abandonedLong,
    serviceLevel: sums.judged > 0 ? Math.round(sums.level / sums.judged) : null,
    queues: count,
  };
};
