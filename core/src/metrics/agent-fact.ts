// What the reports know of an agent: moments out of the stored events, each with how the membership stood then.

/** `seen`: something else was told of the membership. `missed`: the phone rang and nobody took the call. */
export type AgentFactKind = 'added' | 'removed' | 'pause' | 'connect' | 'complete' | 'missed' | 'seen';

export interface AgentFact {
  /** Epoch seconds. */
  readonly at: number;
  readonly queue: string;
  readonly kind: AgentFactKind;
  /** How it stands from now on. */
  readonly paused: boolean;
  /** Of the pause. */
  readonly reason: string;
  /** Epoch seconds on the PBX's clock, where it tells them. */
  readonly pausedSince: number | null;
  readonly loginAt: number | null;
  readonly incall: boolean;
  /** Of connect and missed: how long the phone rang. */
  readonly ringSeconds: number;
  /** Of complete. */
  readonly talkSeconds: number | null;
  readonly wrapupSeconds: number;
  /** The caller's unique id. */
  readonly call: string | null;
}

/** A membership as it is at this moment. */
export interface Presence {
  readonly loginAt: number | null;
  readonly paused: boolean;
}

/** Epoch seconds, half open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * What was put in because the PBX never told it, or nobody listened: a log-off (at the last sign of the agent), a log-in
 * (at the first), the end of a pause (at log-off, or when he was first seen without it), its start, and a call's.
 */
export type AgentRepair = 'log-in' | 'log-off' | 'pause-start' | 'pause-end' | 'talk-start' | 'talk-end';

/** The earliest moment that a fact vouches for. */
export const vouchedFrom = (f: AgentFact): number => {
  if (f.kind === 'complete') return f.at - (f.talkSeconds ?? 0);
  return f.kind === 'connect' || f.kind === 'missed' ? f.at - f.ringSeconds : f.at;
};
