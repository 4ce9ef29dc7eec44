// Tracks by queue whether the agents of a `queue_log` are logged in and paused.

export interface LoggedAgent {
  readonly interface: string;
  readonly name: string;
}

export interface Presence {
  readonly paused: boolean;
  readonly reason: string;
  readonly pausedSince: number | null;
  readonly loginAt: number | null;
}

const ABSENT: Presence = { paused: false, reason: '', pausedSince: null, loginAt: null };

/** Times are epoch ms. */
export const createLoggedPresence = () => {
  const known = new Map<string, Presence>();
  const keyOf = (queue: string, agent: LoggedAgent): string => `${queue}\t${agent.interface}`;
  const of = (queue: string, agent: LoggedAgent): Presence => known.get(keyOf(queue, agent)) ?? ABSENT;
  return {
    of,
    held: (): number => known.size,
    logIn: (queue: string, agent: LoggedAgent, paused: boolean, at: number): void => {
      known.set(keyOf(queue, agent), { paused, reason: '', pausedSince: paused ? at : null, loginAt: at });
    },
    logOff: (queue: string, agent: LoggedAgent): void => {
      known.delete(keyOf(queue, agent));
    },
    /** `reason`: `null` ends the pause. */
    pause: (queue: string, agent: LoggedAgent, reason: string | null, at: number): void => {
      const before = of(queue, agent);
      const since = before.paused ? before.pausedSince : at;
      const pausedSince = reason === null ? null : since;
      known.set(keyOf(queue, agent), { ...before, paused: reason !== null, reason: reason ?? '', pausedSince });
    },
    /** A queue calls no paused agent, so a pause from before the call has ended though the log has no line for it. */
    unpauseCalled: (queue: string, agent: LoggedAgent, calledAt: number): void => {
      const is = of(queue, agent);
      if (!is.paused || (is.pausedSince ?? 0) >= calledAt - 1000) return;
      known.set(keyOf(queue, agent), { ...is, paused: false, reason: '', pausedSince: null });
    },
  };
};
