// Drill-down of the agent report: the sessions, states, pauses and calls behind a figure, with the same rules as the figures.
import type { AgentRepair, Span } from './agent-fact.ts';
import { beginsIn, clipped, within } from './agent-figures.ts';
import type { AgentState, AgentTimeline } from './agent-timeline.ts';

export const MOMENT_SETS = [
  /** `sessions`: counted sessions with their length. `presence`: all overlapping sessions with their overlap. */
  ...(['sessions', 'presence'] as const),
  ...(['talk', 'pause', 'wrapup', 'idle', 'busy'] as const),
  ...(['taken', 'missed', 'completed', 'pauses', 'over', 'repairs'] as const),
] as const;
export type MomentSet = (typeof MOMENT_SETS)[number];

const SETS = {
  sessions: 'sessions',
  averageSessionSeconds: 'sessions',
  shortestSessionSeconds: 'sessions',
  longestSessionSeconds: 'sessions',
  sessionSeconds: 'presence',
  sessionPercent: 'presence',
  talkSeconds: 'talk',
  pauseSeconds: 'pause',
  pausedPercent: 'pause',
  idleSeconds: 'idle',
  wrapupSeconds: 'wrapup',
  occupancy: 'busy',
  utilisation: 'busy',
  taken: 'taken',
  missed: 'missed',
  completed: 'completed',
  averageTalkSeconds: 'completed',
  handleSeconds: 'completed',
  repairs: 'repairs',
} as const satisfies Record<string, MomentSet>;
export type AgentDrill = keyof typeof SETS;
export const momentSetOf = (figure: AgentDrill): MomentSet => SETS[figure];

/** Sets of the pause table. */
export const PAUSE_SETS = {
  count: 'pauses',
  seconds: 'pause',
  longestSeconds: 'pauses',
  over: 'over',
  overSeconds: 'over',
} as const;

export interface Moment extends Span {
  readonly kind: 'session' | AgentState | 'call' | 'missed';
  /** The part that counts in the figure. */
  readonly seconds: number;
  readonly queues: readonly string[];
  /** Reason of a pause. */
  readonly reason: string;
  readonly call: string | null;
  readonly ringSeconds: number;
  readonly open: boolean;
  readonly repairs: readonly AgentRepair[];
}

const NOTHING = { queues: [], reason: '', call: null, ringSeconds: 0, open: false, repairs: [] } as const;

interface MomentsAsked {
  readonly set: MomentSet;
  /** Only pauses with this reason. */
  readonly reason?: string | undefined;
  /** For `over`: maximum seconds of a pause by reason, `null` without a limit. */
  readonly limitOf?: ((reason: string) => number | null) | undefined;
}

/** Returns the overlap of spans with parts. Adjacent parts do not split a span. */
const cutBy = <T extends Span>(spans: readonly T[], parts: readonly Span[]): (T & { readonly cut: Span })[] =>
  spans.flatMap((span) => {
    const cuts: Span[] = [];
    for (const part of parts) {
      const cut = { from: Math.max(span.from, part.from), to: Math.min(span.to, part.to) };
      if (cut.to <= cut.from) continue;
      const last = cuts.at(-1);
      if (last?.to === cut.from) cuts[cuts.length - 1] = { from: last.from, to: cut.to };
      else cuts.push(cut);
    }
    return cuts.map((cut) => ({ ...span, cut }));
  });

const statesOf = (t: AgentTimeline, parts: readonly Span[], states: readonly AgentState[], reason?: string): Moment[] =>
  cutBy(
    t.states.filter((s) => states.includes(s.state) && (reason === undefined || s.reason === reason)),
    parts,
  ).map(({ state, reason: why, cut }) => ({
    ...NOTHING,
    ...cut,
    kind: state,
    reason: why,
    seconds: cut.to - cut.from,
  }));

/**
 * @param parts counted spans in order, within the report: its days or its open hours
 * @param report the period, epoch seconds, half-open
 */
export const agentMoments = (
  t: AgentTimeline,
  parts: readonly Span[],
  report: Span,
  { set, reason, limitOf = () => null }: MomentsAsked,
): Moment[] => {
  const begins = (span: Span): boolean => parts.some((part) => beginsIn(span, part, report));
  const at = (moment: number): boolean => parts.some((part) => within(part, moment));
  const pauses = (): Moment[] =>
    t.pauses
      .filter((p) => (reason === undefined || p.reason === reason) && begins(p))
      .map((p) => ({ ...NOTHING, ...p, kind: 'pause', seconds: clipped(p, report) }));
  const sessions = (): Moment[] =>
    t.sessions.filter(begins).map((s) => ({ ...NOTHING, ...s, kind: 'session', seconds: clipped(s, report) }));
  const talks = (): Moment[] =>
    t.talks.map(({ queue, talkSeconds, ...talk }) => ({
      ...NOTHING,
      ...talk,
      ...{ kind: 'call', queues: [queue], seconds: talkSeconds ?? talk.to - talk.from },
    }));
  switch (set) {
    case 'sessions':
      return sessions();
    case 'presence':
      return cutBy(t.sessions, parts).map(({ cut, ...s }) => ({
        ...NOTHING,
        ...s,
        ...cut,
        ...{ kind: 'session', seconds: cut.to - cut.from },
      }));
    case 'talk':
    case 'wrapup':
    case 'idle':
      return statesOf(t, parts, [set]);
    case 'pause':
      return statesOf(t, parts, [set], reason);
    case 'busy':
      return statesOf(t, parts, ['talk', 'wrapup']);
    case 'taken':
      return talks().filter((c) => at(c.from));
    case 'completed':
      return talks().filter((c) => !c.open && at(c.to));
    case 'missed':
      return t.missed
        .filter((m) => at(m.at))
        .map((m) => ({
          ...NOTHING,
          ...{ kind: 'missed', from: m.at - m.ringSeconds, to: m.at, seconds: m.ringSeconds, queues: [m.queue] },
          ...{ call: m.call, ringSeconds: m.ringSeconds },
        }));
    case 'pauses':
      return pauses();
    case 'over':
      return pauses().filter((p) => p.seconds > (limitOf(p.reason) ?? Infinity));
    case 'repairs':
      return [...sessions(), ...pauses(), ...talks().filter((c) => at(c.from))].flatMap((m) =>
        m.repairs.map((repair) => ({ ...m, repairs: [repair] })),
      );
  }
};
