// Calculates an agent's time figures by period and by day, in seconds. Parts add up to the whole.
import type { Span } from './agent-fact.ts';
import type { AgentState, AgentTimeline } from './agent-timeline.ts';

export interface AgentTally {
  /** Counted once, in the first part of the report that it overlaps. */
  readonly sessions: number;
  /** Total length of those sessions within the report. */
  readonly lengthSeconds: number;
  readonly shortestSeconds: number | null;
  readonly longestSeconds: number | null;
  /** Session time within this part: talk, pause, wrap-up and idle. */
  readonly sessionSeconds: number;
  readonly talkSeconds: number;
  readonly pauseSeconds: number;
  readonly wrapupSeconds: number;
  readonly idleSeconds: number;
  readonly ringSeconds: number;
  /** Calls that the agent answered (`taken`) and that rang without an answer (`missed`). */
  readonly taken: number;
  readonly missed: number;
  /** Ended calls, and their talk time as counted by the PBX server. */
  readonly completed: number;
  readonly callSeconds: number;
  /** Events added because the PBX server never sent them. */
  readonly repairs: number;
}

export const NO_TIME: AgentTally = {
  sessions: 0,
  lengthSeconds: 0,
  shortestSeconds: null,
  longestSeconds: null,
  sessionSeconds: 0,
  talkSeconds: 0,
  pauseSeconds: 0,
  wrapupSeconds: 0,
  idleSeconds: 0,
  ringSeconds: 0,
  taken: 0,
  missed: 0,
  completed: 0,
  callSeconds: 0,
  repairs: 0,
};

const least = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const most = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

export const addAgentTallies = (a: AgentTally, b: AgentTally): AgentTally => ({
  sessions: a.sessions + b.sessions,
  lengthSeconds: a.lengthSeconds + b.lengthSeconds,
  shortestSeconds: least(a.shortestSeconds, b.shortestSeconds),
  longestSeconds: most(a.longestSeconds, b.longestSeconds),
  sessionSeconds: a.sessionSeconds + b.sessionSeconds,
  talkSeconds: a.talkSeconds + b.talkSeconds,
  pauseSeconds: a.pauseSeconds + b.pauseSeconds,
  wrapupSeconds: a.wrapupSeconds + b.wrapupSeconds,
  idleSeconds: a.idleSeconds + b.idleSeconds,
  ringSeconds: a.ringSeconds + b.ringSeconds,
  taken: a.taken + b.taken,
  missed: a.missed + b.missed,
  completed: a.completed + b.completed,
  callSeconds: a.callSeconds + b.callSeconds,
  repairs: a.repairs + b.repairs,
});

const SECONDS_OF: Readonly<Record<AgentState, 'talkSeconds' | 'pauseSeconds' | 'wrapupSeconds' | 'idleSeconds'>> = {
  talk: 'talkSeconds',
  pause: 'pauseSeconds',
  wrapup: 'wrapupSeconds',
  idle: 'idleSeconds',
};

export const within = (part: Span, at: number): boolean => at >= part.from && at < part.to;
/** Returns the overlap of a span with a part. */
export const clipped = (span: Span, part: Span): number =>
  Math.max(0, Math.min(span.to, part.to) - Math.max(span.from, part.from));
/** Tells whether a span belongs to a part: the one where it begins, or the first for spans that began before the report. */
export const beginsIn = (span: Span, part: Span, report: Span): boolean =>
  within(part, Math.max(span.from, report.from)) && clipped(span, report) > 0;

/**
 * Returns the figures of one part of a report, such as a day, or of the whole.
 * @param part epoch seconds, half-open, within `report`
 * @param report epoch seconds, half-open
 */
export const tallyAgent = (t: AgentTimeline, part: Span, report: Span): AgentTally => {
  const made: { -readonly [K in keyof AgentTally]: AgentTally[K] } = { ...NO_TIME };
  for (const s of t.sessions) {
    if (!beginsIn(s, part, report)) continue;
    const length = clipped(s, report);
    made.sessions++;
    made.lengthSeconds += length;
    made.shortestSeconds = least(made.shortestSeconds, length);
    made.longestSeconds = most(made.longestSeconds, length);
    made.repairs += s.repairs.length;
  }
  for (const s of t.states) {
    const seconds = clipped(s, part);
    made[SECONDS_OF[s.state]] += seconds;
    made.sessionSeconds += seconds;
  }
  for (const call of t.talks) {
    if (within(part, call.from)) {
      made.taken++;
      made.ringSeconds += call.ringSeconds;
      made.repairs += call.repairs.length;
    }
    if (!call.open && within(part, call.to)) {
      made.completed++;
      made.callSeconds += call.talkSeconds ?? call.to - call.from;
    }
  }
  for (const m of t.missed) {
    if (!within(part, m.at)) continue;
    made.missed++;
    made.ringSeconds += m.ringSeconds;
  }
  for (const p of t.pauses) if (beginsIn(p, part, report)) made.repairs += p.repairs.length;
  return made;
};

interface PauseTally {
  readonly reason: string;
  readonly count: number;
  readonly seconds: number;
  readonly longestSeconds: number;
  /** Lengths of the pauses, for comparison with a limit. */
  readonly lengths: readonly number[];
}

/**
 * Returns the pauses of a report by reason. Talk during a pause counts as talk. `seconds` adds up to the paused time.
 * @param parts counted parts of the report; a pause counts where it begins
 */
export const pausesByReason = (t: AgentTimeline, report: Span, parts: readonly Span[] = [report]): PauseTally[] => {
  const made = new Map<string, PauseTally>();
  const of = (reason: string): PauseTally =>
    made.get(reason) ?? { reason, count: 0, seconds: 0, longestSeconds: 0, lengths: [] };
  for (const p of t.pauses) {
    if (!parts.some((part) => beginsIn(p, part, report))) continue;
    const length = clipped(p, report);
    const known = of(p.reason);
    const longestSeconds = Math.max(known.longestSeconds, length);
    made.set(p.reason, { ...known, count: known.count + 1, longestSeconds, lengths: [...known.lengths, length] });
  }
  for (const s of t.states) {
    if (s.state !== 'pause') continue;
    const known = of(s.reason);
    const seconds = parts.reduce((n, part) => n + clipped(s, part), 0);
    made.set(s.reason, { ...known, seconds: known.seconds + seconds });
  }
  return [...made.values()].filter((p) => p.count > 0 || p.seconds > 0);
};

/** Returns thousandths of a percent, `null` when the total is zero. */
const shareOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 100_000) : null;

const mean = (sum: number, count: number): number | null => (count > 0 ? Math.round(sum / count) : null);

/** Returns the displayed figures. `all`: session time of all agents in the report. */
export const agentFiguresOf = (t: AgentTally, all: number) => {
  const busy = t.talkSeconds + t.wrapupSeconds;
  return {
    sessions: t.sessions,
    averageSessionSeconds: mean(t.lengthSeconds, t.sessions),
    shortestSessionSeconds: t.shortestSeconds,
    longestSessionSeconds: t.longestSeconds,
    sessionSeconds: t.sessionSeconds,
    talkSeconds: t.talkSeconds,
    pauseSeconds: t.pauseSeconds,
    idleSeconds: t.idleSeconds,
    wrapupSeconds: t.wrapupSeconds,
    ringSeconds: t.ringSeconds,
    pausedPercent: shareOf(t.pauseSeconds, t.sessionSeconds),
    sessionPercent: shareOf(t.sessionSeconds, all),
    taken: t.taken,
    missed: t.missed,
    completed: t.completed,
    averageTalkSeconds: mean(t.callSeconds, t.completed),
    handleSeconds: mean(t.callSeconds + t.wrapupSeconds, t.completed),
    occupancy: shareOf(busy, busy + t.idleSeconds),
    utilisation: shareOf(busy, t.sessionSeconds),
    repairs: t.repairs,
  };
};
