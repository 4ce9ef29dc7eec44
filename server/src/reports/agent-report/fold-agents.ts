// Combines timelines of agents into the rows of the report.
import type {
  AgentGroup,
  AgentPauses,
  AgentReport,
  AgentReportRow,
} from '@ringside/core/contract/reports/agent-report.ts';
import { tallyByPart } from '@ringside/core/reports/agent-days.ts';
import type { AgentFact, Presence } from '@ringside/core/reports/agent-fact.ts';
import {
  addAgentTallies,
  agentFiguresOf,
  NO_TIME,
  pausesByReason,
  type AgentTally,
} from '@ringside/core/reports/agent-figures.ts';
import { agentTimeline, type AgentTimeline } from '@ringside/core/reports/agent-timeline.ts';
import { counted, createParts, type DaySpan, type Part } from './counted-parts.ts';
import type { MemberOf, PauseLimit } from './queries.ts';
import type { OpenTimes } from '../open-times-queries.ts';

export interface AgentInput {
  readonly serverId: number;
  readonly interface: string;
  readonly customerId: string | null;
  readonly memberships: readonly MemberOf[];
  /** Facts of all memberships in scope, in order. */
  readonly facts: readonly AgentFact[];
  readonly present: ReadonlyMap<string, Presence> | null;
}

interface RowSoFar {
  readonly key: string;
  readonly label: string;
  readonly serverId: number | null;
  readonly interface: string | null;
  readonly team: string;
  tally: AgentTally;
}

type PauseSoFar = { -readonly [K in keyof Omit<AgentPauses, 'allowanceSeconds'>]: AgentPauses[K] } & {
  limits: Set<number | null>;
};

export type PausesSoFar = Map<string, PauseSoFar>;

const byLabel = (
  a: { readonly label: string; readonly key: string },
  b: { readonly label: string; readonly key: string },
) => a.label.localeCompare(b.label, 'en') || (a.key < b.key ? -1 : 1);

/** Returns the pause limit of the agent's call center. If several define the reason, the first applies. */
export const limitOf = (limits: readonly PauseLimit[], agent: AgentInput, reason: string): PauseLimit | undefined => {
  const teams = new Set(agent.memberships.map((m) => m.callcenterId));
  return limits.find((l) => l.code === reason && teams.has(l.callcenterId));
};

/** Returns the start and end of the report. */
export const wholeOf = (days: readonly DaySpan[]) => ({ from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 });

const tallyOf = (timeline: AgentTimeline, parts: readonly Part[]): AgentTally =>
  tallyByPart(timeline, parts).reduce((sum, one, i) => (parts[i]?.counts ? addAgentTallies(sum, one) : sum), NO_TIME);

export const foldPauses = (
  agent: AgentInput,
  timeline: AgentTimeline,
  parts: readonly Part[],
  limits: readonly PauseLimit[],
  into: PausesSoFar,
): void => {
  for (const p of pausesByReason(timeline, wholeOf(parts), counted(parts))) {
    const limit = limitOf(limits, agent, p.reason);
    const most = limit === undefined || limit.maxMinutes === null ? null : limit.maxMinutes * 60;
    const row = into.get(p.reason) ?? {
      ...{ reason: p.reason, label: limit?.label ?? p.reason, count: 0, seconds: 0, longestSeconds: 0 },
      ...{ over: 0, overSeconds: 0, limits: new Set<number | null>() },
    };
    row.limits.add(most);
    row.count += p.count;
    row.seconds += p.seconds;
    row.longestSeconds = Math.max(row.longestSeconds, p.longestSeconds);
    const over = most === null ? [] : p.lengths.filter((length) => length > most);
    row.over += over.length;
    row.overSeconds += over.reduce((n, length) => n + length - (most ?? 0), 0);
    into.set(p.reason, row);
  }
};

export const pauseRows = (pauses: PausesSoFar): AgentPauses[] =>
  [...pauses.values()]
    .map(({ limits, ...row }) => ({ ...row, allowanceSeconds: limits.size === 1 ? ([...limits][0] ?? null) : null }))
    .toSorted((a, b) => b.seconds - a.seconds || (a.reason < b.reason ? -1 : 1));

/** A row with its timeline and the parts that count. */
interface RowOf {
  readonly row: Omit<RowSoFar, 'tally'>;
  readonly timeline: AgentTimeline;
  readonly parts: readonly Part[];
}

type PartsOf = ReturnType<typeof createParts>;

/** The agent's part in each queue or call center has its own timeline. */
const parted = (
  agent: AgentInput,
  now: number,
  partsOf: PartsOf,
  keyOf: (m: MemberOf) => string,
  labelOf: (m: MemberOf) => string,
): RowOf[] => {
  const keys = new Map(agent.memberships.map((m) => [keyOf(m), m]));
  return [...keys].map(([key, m]) => {
    const own = new Set(agent.memberships.flatMap((x) => (keyOf(x) === key ? [x.queue] : [])));
    const timeline = agentTimeline({ ...agent, now, inQueue: (queue) => own.has(queue) });
    const row = { key, label: labelOf(m), serverId: null, interface: null, team: '' };
    return { row, timeline, parts: partsOf([m.callcenterId]) };
  });
};

export const callcentersOf = (agent: AgentInput): (string | null)[] => agent.memberships.map((m) => m.callcenterId);

/** Rows of one agent in a grouping. Groups by day use the whole timeline. */
export const rowsOf = (
  agent: AgentInput,
  group: Exclude<AgentGroup, 'day'>,
  timeline: AgentTimeline,
  now: number,
  partsOf: PartsOf,
): RowOf[] => {
  if (group === 'callcenter')
    return parted(
      agent,
      now,
      partsOf,
      (m) => m.callcenterId ?? '',
      (m) => m.callcenterName,
    );
  if (group === 'queue')
    return parted(
      agent,
      now,
      partsOf,
      (m) => `${m.serverId}/${m.queue}`,
      (m) => m.queueLabel,
    );
  const { serverId } = agent;
  const key = [serverId, agent.interface, ...(agent.customerId === null ? [] : [agent.customerId])].join('/');
  const team = [...new Set(agent.memberships.flatMap((m) => m.callcenterName || []))].join(', ');
  const row = { key, label: nameOf(agent), serverId, interface: agent.interface, team };
  return [{ row, timeline, parts: partsOf(callcentersOf(agent)) }];
};

/** Collects the rows of a grouping while agents are added. */
const createRows = (group: AgentGroup, now: number, partsOf: PartsOf) => {
  const rows = new Map<string, RowSoFar>();
  const add = ({ row, timeline, parts }: RowOf): void => {
    const tally = tallyOf(timeline, parts);
    if (tally.sessionSeconds === 0 && tally.taken === 0 && tally.missed === 0 && tally.completed === 0) return;
    const known = rows.get(row.key) ?? { ...row, tally: NO_TIME };
    known.tally = addAgentTallies(known.tally, tally);
    rows.set(row.key, known);
  };
  const addAgent = (agent: AgentInput, timeline: AgentTimeline): void => {
    if (group !== 'day') for (const row of rowsOf(agent, group, timeline, now, partsOf)) add(row);
  };
  const told = (all: number): AgentReportRow[] =>
    [...rows.values()].map(({ tally, ...row }) => ({ ...row, ...agentFiguresOf(tally, all) })).toSorted(byLabel);
  return { addAgent, told };
};

export const nameOf = (agent: AgentInput): string =>
  agent.memberships.find((m) => m.name !== '')?.name ?? agent.interface;

/** The timeline of all memberships in scope. */
export const timelineOf = (agent: AgentInput, now: number): AgentTimeline => {
  const own = new Set(agent.memberships.map((m) => m.queue));
  return agentTimeline({ ...agent, now, inQueue: (queue) => own.has(queue) });
};

interface Folded {
  readonly group: AgentGroup;
  readonly days: readonly DaySpan[];
  readonly now: number;
  readonly open: OpenTimes | undefined;
}

export const createFold = ({ group, days, now, open }: Folded) => {
  const partsOf = createParts(days, open);
  const rows = createRows(group, now, partsOf);
  const byDay = new Map(days.map(({ day }) => [day, NO_TIME]));
  const pauses: PausesSoFar = new Map();
  // An agent who serves queues of two customers comes once per customer.
  const agents = new Map<string, AgentReport['agents'][number]>();
  let total = NO_TIME;

  /** @param limits pause limits of the agent's call centers */
  const add = (agent: AgentInput, limits: readonly PauseLimit[]): void => {
    const timeline = timelineOf(agent, now);
    const parts = partsOf(callcentersOf(agent));
    let tally = NO_TIME;
    for (const [i, one] of tallyByPart(timeline, parts).entries()) {
      const part = parts[i];
      if (!part?.counts) continue;
      tally = addAgentTallies(tally, one);
      byDay.set(part.day, addAgentTallies(byDay.get(part.day) ?? NO_TIME, one));
    }
    const name = nameOf(agent);
    if (tally.sessionSeconds > 0 || tally.taken > 0 || tally.missed > 0) {
      const key = `${agent.serverId} ${agent.interface}`;
      if (!agents.has(key)) agents.set(key, { serverId: agent.serverId, interface: agent.interface, name });
    }
    total = addAgentTallies(total, tally);
    foldPauses(agent, timeline, parts, limits, pauses);
    rows.addAgent(agent, timeline);
  };
  const done = (): Pick<AgentReport, 'totals' | 'data' | 'days' | 'pauses' | 'agents'> => {
    const all = total.sessionSeconds;
    const told = days.flatMap(({ day }) => {
      const tally = byDay.get(day) ?? NO_TIME;
      const nobody = tally.sessionSeconds === 0 && tally.missed === 0 && tally.completed === 0;
      return nobody ? [] : [{ day, ...agentFiguresOf(tally, all) }];
    });
    const blank = { label: '', serverId: null, interface: null, team: '' };
    return {
      totals: agentFiguresOf(total, all),
      data: group === 'day' ? told.map(({ day, ...figures }) => ({ key: day, ...blank, ...figures })) : rows.told(all),
      days: told,
      pauses: pauseRows(pauses),
      agents: [...agents.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    };
  };
  return { add, done };
};
