// Time lines of agents as the report's rows.
import type { AgentGroup, AgentPauses, AgentReport, AgentReportRow } from '@ringside/core/contract/agent-report.ts';
import { tallyByPart } from '@ringside/core/metrics/agent-days.ts';
import type { AgentFact, Presence, Span } from '@ringside/core/metrics/agent-fact.ts';
import {
  addAgentTallies,
  agentFiguresOf,
  NO_TIME,
  pausesByReason,
  tallyAgent,
  type AgentTally,
} from '@ringside/core/metrics/agent-figures.ts';
import { agentTimeline, type AgentTimeline } from '@ringside/core/metrics/agent-timeline.ts';
import type { MemberOf, PauseLimit } from './queries.ts';

export interface AgentInput {
  readonly serverId: number;
  readonly interface: string;
  readonly customerId: string | null;
  readonly memberships: readonly MemberOf[];
  /** Of all his memberships in scope, in order. */
  readonly facts: readonly AgentFact[];
  readonly present: ReadonlyMap<string, Presence> | null;
}

export interface DaySpan extends Span {
  readonly day: string;
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

/** A pause of an agent is held against the limit of his call center; of several that know the reason, the first's. */
const limitOf = (limits: readonly PauseLimit[], agent: AgentInput, reason: string): PauseLimit | undefined => {
  const teams = new Set(agent.memberships.map((m) => m.callcenterId));
  return limits.find((l) => l.code === reason && teams.has(l.callcenterId));
};

export const foldPauses = (
  agent: AgentInput,
  timeline: AgentTimeline,
  report: Span,
  limits: readonly PauseLimit[],
  into: PausesSoFar,
): void => {
  for (const p of pausesByReason(timeline, report)) {
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

/** The rows of a grouping, added up as agents come. */
const createRows = (group: AgentGroup, report: Span, now: number) => {
  const rows = new Map<string, RowSoFar>();
  const add = (row: Omit<RowSoFar, 'tally'>, tally: AgentTally): void => {
    if (tally.sessionSeconds === 0 && tally.taken === 0 && tally.missed === 0 && tally.completed === 0) return;
    const known = rows.get(row.key) ?? { ...row, tally: NO_TIME };
    known.tally = addAgentTallies(known.tally, tally);
    rows.set(row.key, known);
  };
  /** An agent's part in each queue or call center is a time line of its own. */
  const parted = (agent: AgentInput, keyOf: (m: MemberOf) => string, labelOf: (m: MemberOf) => string): void => {
    const keys = new Map(agent.memberships.map((m) => [keyOf(m), m]));
    for (const [key, m] of keys) {
      const own = new Set(agent.memberships.flatMap((x) => (keyOf(x) === key ? [x.queue] : [])));
      const timeline = agentTimeline({ ...agent, now, inQueue: (queue) => own.has(queue) });
      const row = { key, label: labelOf(m), serverId: null, interface: null, team: '' };
      add(row, tallyAgent(timeline, report, report));
    }
  };
  const addAgent = (agent: AgentInput, name: string, tally: AgentTally): void => {
    const { serverId } = agent;
    if (group === 'agent') {
      const key = [serverId, agent.interface, ...(agent.customerId === null ? [] : [agent.customerId])].join('/');
      const teams = new Set(agent.memberships.flatMap((m) => m.callcenterName || []));
      add({ key, label: name, serverId, interface: agent.interface, team: [...teams].join(', ') }, tally);
    }
    if (group === 'callcenter')
      parted(
        agent,
        (m) => m.callcenterId ?? '',
        (m) => m.callcenterName,
      );
    if (group === 'queue')
      parted(
        agent,
        (m) => `${m.serverId}/${m.queue}`,
        (m) => m.queueLabel,
      );
  };
  const told = (all: number): AgentReportRow[] =>
    [...rows.values()].map(({ tally, ...row }) => ({ ...row, ...agentFiguresOf(tally, all) })).toSorted(byLabel);
  return { addAgent, told };
};

export const nameOf = (agent: AgentInput): string =>
  agent.memberships.find((m) => m.name !== '')?.name ?? agent.interface;

/** All memberships of his in scope together. */
export const timelineOf = (agent: AgentInput, now: number): AgentTimeline => {
  const own = new Set(agent.memberships.map((m) => m.queue));
  return agentTimeline({ ...agent, now, inQueue: (queue) => own.has(queue) });
};

export const createFold = (group: AgentGroup, days: readonly DaySpan[], now: number, limits: readonly PauseLimit[]) => {
  const report = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
  const rows = createRows(group, report, now);
  const byDay = days.map(() => NO_TIME);
  const pauses: PausesSoFar = new Map();
  const agents: AgentReport['agents'] = [];
  let total = NO_TIME;

  const add = (agent: AgentInput): void => {
    const timeline = timelineOf(agent, now);
    const tally = tallyAgent(timeline, report, report);
    const name = nameOf(agent);
    if (tally.sessionSeconds > 0 || tally.taken > 0 || tally.missed > 0) {
      agents.push({ serverId: agent.serverId, interface: agent.interface, name });
    }
    total = addAgentTallies(total, tally);
    for (const [i, one] of tallyByPart(timeline, days).entries()) byDay[i] = addAgentTallies(byDay[i] ?? NO_TIME, one);
    foldPauses(agent, timeline, report, limits, pauses);
    rows.addAgent(agent, name, tally);
  };
  const done = (): Pick<AgentReport, 'totals' | 'data' | 'days' | 'pauses' | 'agents'> => {
    const all = total.sessionSeconds;
    const told = days.flatMap(({ day }, i) => {
      const tally = byDay[i] ?? NO_TIME;
      const nobody = tally.sessionSeconds === 0 && tally.missed === 0 && tally.completed === 0;
      return nobody ? [] : [{ day, ...agentFiguresOf(tally, all) }];
    });
    const blank = { label: '', serverId: null, interface: null, team: '' };
    return {
      totals: agentFiguresOf(total, all),
      data: group === 'day' ? told.map(({ day, ...figures }) => ({ key: day, ...blank, ...figures })) : rows.told(all),
      days: told,
      pauses: pauseRows(pauses),
      agents: agents.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    };
  };
  return { add, done };
};
