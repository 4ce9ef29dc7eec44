// Facts of an agent for the reports, from stored events, with the state of the queue member.

/** `seen`: any other event of the queue member. `missed`: the agent's phone rang without an answer. */
export type AgentFactKind = 'added' | 'removed' | 'pause' | 'connect' | 'complete' | 'missed' | 'seen';

export interface AgentFact {
  /** Epoch seconds. */
  readonly at: number;
  readonly queue: string;
  readonly kind: AgentFactKind;
  /** State from now on. */
  readonly paused: boolean;
  /** Pause reason. */
  readonly reason: string;
  /** Epoch seconds by the PBX clock, if reported. */
  readonly pausedSince: number | null;
  readonly loginAt: number | null;
  readonly incall: boolean;
  /** For `connect` and `missed`: ring time. */
  readonly ringSeconds: number;
  /** For `complete`. */
  readonly talkSeconds: number | null;
  readonly wrapupSeconds: number;
  /** The caller's unique ID. */
  readonly call: string | null;
}

/** The current state of a queue member. */
export interface Presence {
  readonly loginAt: number | null;
  readonly paused: boolean;
}

/** Epoch seconds, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * An event that the timeline adds because the PBX server did not send it or the link was down. A logoff is added at the agent's last event,
 * a login at the first. A pause ends at logoff or at the first event without it. Starts of pauses and calls, and ends of calls, are added
 * likewise.
 */
export type AgentRepair = 'log-in' | 'log-off' | 'pause-start' | 'pause-end' | 'talk-start' | 'talk-end';

/** Returns the earliest time that a fact proves. */
export const vouchedFrom = (f: AgentFact): number => {
  if (f.kind === 'complete') return f.at - (f.talkSeconds ?? 0);
  return f.kind === 'connect' || f.kind === 'missed' ? f.at - f.ringSeconds : f.at;
};
