import { type AgentState, agentState } from '@ringside/core/live/select.ts';
import type { CallerRow, MemberRow, QueueRow } from '@ringside/core/live/state.ts';
import { AGENT_STATES, nextChange } from './agent-state.ts';

export type AgentCounts = Readonly<Record<AgentState, number>>;

/** Counts of one queue's card. */
export interface QueueTally {
  readonly waiting: number;
  /** When the longest waiting caller joined, in epoch ms; null when the queue is empty. */
  readonly oldest: number | null;
  readonly agents: AgentCounts;
  readonly members: number;
  /** When the counts change without an event, in epoch ms, or null. */
  readonly nextChange: number | null;
}

export const noAgents = (): Record<AgentState, number> =>
  Object.fromEntries(AGENT_STATES.map((s) => [s, 0])) as Record<AgentState, number>;

/** Status joined or unknown. Answered and abandoned callers are about to leave the queue. */
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

/** Returns whether two counts are equal, so that listeners need no notification. */
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
  /** Counts each agent once, regardless of the number of queues. */
  readonly agents: AgentCounts;
  readonly people: number;
  readonly received: number;
  readonly answered: number;
  readonly abandonedShort: number;
  readonly abandonedLong: number;
  /** Service level over all queues in thousandths of a percent, weighted by received calls; null without calls. */
  readonly serviceLevel: number | null;
  readonly queues: number;
}

/** Rank of the states. An agent in several queues counts in the highest one. */
export const STATE_RANK: Readonly<Record<AgentState, number>> = {
  incall: 6,
  ringing: 5,
  elsewhere: 4,
  wrapup: 3,
  available: 2,
  paused: 1,
  unavailable: 0,
};

/** Counts each agent of the memberships once, in the highest state. */
export const countPeople = (members: Iterable<MemberRow>, now: number): { agents: AgentCounts; people: number } => {
  const people = new Map<string, AgentState>();
  for (const m of members) {
    const key = `${m.serverId}\t${m.interface}`;
    const state = agentState(m, now);
    const before = people.get(key);
    if (before === undefined || STATE_RANK[state] > STATE_RANK[before]) people.set(key, state);
  }
  const agents = noAgents();
  for (const state of people.values()) agents[state]++;
  return { agents, people: people.size };
};

/** Adds up queues. `calls`: number of active calls on the shown servers. `people`: agents of these queues. */
export const addUp = (
  queues: Iterable<{ readonly row: QueueRow; readonly tally: QueueTally }>,
  calls: number,
  people: { readonly agents: AgentCounts; readonly people: number },
): Totals => {
  let waiting = 0;
  let oldest: number | null = null;
  let count = 0;
  const sums = { received: 0, answered: 0, abandonedShort: 0, abandonedLong: 0, judged: 0, level: 0 };
  for (const { row, tally } of queues) {
    count++;
    waiting += tally.waiting;
    oldest = earlier(oldest, tally.oldest);
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
  return {
    calls,
    waiting,
    oldest,
    ...people,
    received: sums.received,
    answered: sums.answered,
    abandonedShort: sums.abandonedShort,
    abandonedLong: sums.abandonedLong,
    serviceLevel: sums.judged > 0 ? Math.round(sums.level / sums.judged) : null,
    queues: count,
  };
};
