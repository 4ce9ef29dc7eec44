// An agent's time as figures, by period and by day. Seconds throughout; everything adds up, whole or split.
import type { Span } from './agent-fact.ts';
import type { AgentState, AgentTimeline } from './agent-timeline.ts';

export interface AgentTally {
  /** Each is counted once, in the first part of the report that it touches. */
  readonly sessions: number;
  /** Lengths of those sessions, as far as they lie in the report. */
  readonly lengthSeconds: number;
  readonly shortestSeconds: number | null;
  readonly longestSeconds: number | null;
  /** What of all sessions fell into this part: talk, pause, wrap-up and idle together. */
  readonly sessionSeconds: number;
  readonly talkSeconds: number;
  readonly pauseSeconds: number;
  readonly wrapupSeconds: number;
  readonly idleSeconds: number;
  readonly ringSeconds: number;
  /** Calls that he answered, and that rang without an answer. */
  readonly taken: number;
  readonly missed: number;
  /** Calls that ended, with their talk as the PBX counts it. */
  readonly completed: number;
  readonly callSeconds: number;
  /** Things that were put in because the PBX never told them. */
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
/** What of a span lies in a part. */
export const clipped = (span: Span, part: Span): number =>
  Math.max(0, Math.min(span.to, part.to) - Math.max(span.from, part.from));
/** A span belongs to the part where it begins; one that began before the report, to the first. */
export const beginsIn = (span: Span, part: Span, report: Span): boolean =>
  within(part, Math.max(span.from, report.from)) && clipped(span, report) > 0;

/**
 * The figures of one part of a report, a day of it or the whole.
 * @param part and report: epoch seconds, half open; `part` lies in `report`
 */
export const tallyAgent = (t: AgentTimeline, part: Span, report: Span): AgentTally => {
  const made = { ...NO_TIME } as { -readonly [K in keyof AgentTally]: AgentTally[K] };
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

export interface PauseTally {
  readonly reason: string;
  readonly count: number;
  readonly seconds: number;
  readonly longestSeconds: number;
  /** Lengths of the pauses, to be held against an allowance. */
  readonly lengths: readonly number[];
}

/**
 * Pauses of a report by their reason. Talk during a pause is talk: `seconds` adds up to the paused time.
 * @param parts of the report that count: a pause does where it begins
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

/** Thousandths of a percent; null without a whole. */
export const shareOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 100_000) : null;

const mean = (sum: number, count: number): number | null => (count > 0 ? Math.round(sum / count) : null);

/** The figures that people read. `all`: session time of everybody in the report. */
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
