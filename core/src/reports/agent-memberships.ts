// Calculates when an agent was logged in and paused in one queue. Repairs missing events and marks them: a logoff at the agent's last
// event, a login at the PBX server's login time or the first event.
import {
  vouchedFrom,
  type AgentFact,
  type AgentFactKind,
  type AgentRepair,
  type Presence,
  type Span,
} from './agent-fact.ts';

export interface Membership extends Span {
  readonly queue: string;
  /** Still active: `to` is the time of the report. */
  readonly open: boolean;
  readonly repairs: readonly AgentRepair[];
}
export interface MembershipPause extends Span {
  readonly queue: string;
  readonly reason: string;
  readonly repairs: readonly AgentRepair[];
}

/** Without a login time or a query of the PBX server, a longer silence means that the logoff was missed. */
const LONGEST_SILENCE_SECONDS = 12 * 3600;
/** Tolerance between the clocks of the PBX and the console. The PBX reports login times in whole seconds. */
const SAME_LOGIN_SECONDS = 2;

const OF_CALL: ReadonlySet<AgentFactKind> = new Set(['connect', 'complete', 'missed']);

interface OpenPause {
  readonly from: number;
  readonly reason: string;
  readonly repairs: readonly AgentRepair[];
}
interface Open {
  readonly from: number;
  readonly loginAt: number | null;
  readonly repairs: readonly AgentRepair[];
  readonly pause: OpenPause | null;
  readonly seenAt: number;
}

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

const otherLogin = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.abs(a - b) > SAME_LOGIN_SECONDS;

/** Tells whether the fact belongs to a later login than the open one. */
const isAnother = (open: Open, f: AgentFact): boolean => {
  if (f.kind === 'added' || otherLogin(open.loginAt, f.loginAt)) return true;
  const known = open.loginAt !== null && f.loginAt !== null;
  return !known && vouchedFrom(f) - open.seenAt > LONGEST_SILENCE_SECONDS;
};

const opened = (f: AgentFact, notBefore: number): Open => {
  const told = f.kind === 'added' ? f.at : (f.loginAt ?? vouchedFrom(f));
  return {
    from: between(notBefore, told, f.at),
    loginAt: f.loginAt,
    repairs: f.kind === 'added' || f.loginAt !== null ? [] : ['log-in'],
    pause: null,
    seenAt: f.at,
  };
};

const pauseOf = (open: Open, f: AgentFact): OpenPause => {
  const told = f.kind === 'pause' || f.kind === 'added';
  return {
    from: told ? f.at : between(open.from, f.pausedSince ?? f.at, f.at),
    reason: f.reason,
    repairs: told ? [] : ['pause-start'],
  };
};

/**
 * Returns the memberships and pauses.
 * @param facts of one agent in one queue, in order
 * @param present the current membership: `null` for none, undefined when unknown
 * @param now epoch seconds
 */
export const membershipsOf = (
  queue: string,
  facts: readonly AgentFact[],
  present: Presence | null | undefined,
  now: number,
): { readonly memberships: readonly Membership[]; readonly pauses: readonly MembershipPause[] } => {
  const memberships: Membership[] = [];
  const pauses: MembershipPause[] = [];
  let open: Open | null = null;
  let closedAt = -Infinity;
  let removedAt = -Infinity;

  const endPause = (of: Open, at: number, repaired: boolean): Open => {
    const { pause } = of;
    if (pause === null) return of;
    const to = Math.max(pause.from, at);
    const repairs = repaired ? [...pause.repairs, 'pause-end' as const] : pause.repairs;
    if (to > pause.from) pauses.push({ queue, from: pause.from, to, reason: pause.reason, repairs });
    return { ...of, pause: null };
  };
  const close = (of: Open, at: number, how: 'told' | 'mended' | 'open'): void => {
    const to = Math.max(of.from, at);
    endPause(of, to, how !== 'open');
    const repairs = how === 'mended' ? [...of.repairs, 'log-off' as const] : of.repairs;
    memberships.push({ queue, from: of.from, to, open: how === 'open', repairs });
    closedAt = to;
  };

  for (const f of facts) {
    if (f.kind === 'removed') {
      if (open !== null) close(open, f.at, 'told');
      open = null;
      closedAt = f.at;
      removedAt = f.at;
      continue;
    }
    // The end of a call that began before the logoff does not imply a new login.
    if (open === null && OF_CALL.has(f.kind) && vouchedFrom(f) <= removedAt + SAME_LOGIN_SECONDS) {
      removedAt = f.at;
      continue;
    }
    if (open !== null && isAnother(open, f)) {
      close(open, open.seenAt, 'mended');
      open = null;
    }
    let next: Open = { ...(open ?? opened(f, closedAt)), seenAt: f.at };
    next = { ...next, loginAt: next.loginAt ?? f.loginAt };
    if (next.pause !== null && (!f.paused || (f.kind === 'pause' && f.reason !== next.pause.reason))) {
      next = endPause(next, f.paused || f.kind === 'pause' ? f.at : vouchedFrom(f), f.kind !== 'pause');
    }
    if (f.paused && next.pause === null) next = { ...next, pause: pauseOf(next, f) };
    open = next;
  }
  const goesOn = (of: Open): boolean => {
    if (present === null) return false;
    if (present === undefined) return now - of.seenAt <= LONGEST_SILENCE_SECONDS;
    return !otherLogin(of.loginAt, present.loginAt);
  };
  if (open !== null) {
    if (goesOn(open)) close(present?.paused === false ? endPause(open, open.seenAt, true) : open, now, 'open');
    else close(open, open.seenAt, 'mended');
  }
  const loginAt = present?.loginAt ?? null;
  if (loginAt !== null && memberships.at(-1)?.open !== true && loginAt < now) {
    memberships.push({ queue, from: Math.max(loginAt, closedAt), to: now, open: true, repairs: [] });
  }
  return { memberships, pauses };
};
