// An agent's time over all of his queues: sessions counted once however many queues they span, and at each moment exactly
// one of talk, pause, wrap-up and idle, in this order of precedence. So the four always add up to the session.
import { vouchedFrom, type AgentFact, type AgentRepair, type Presence, type Span } from './agent-fact.ts';
import { callsInOrder } from './calls-in-order.ts';
import { membershipsOf, type Membership, type MembershipPause } from './agent-memberships.ts';

export type AgentState = 'talk' | 'pause' | 'wrapup' | 'idle';

export interface Session extends Span {
  readonly queues: readonly string[];
  readonly open: boolean;
  readonly repairs: readonly AgentRepair[];
}
/** While the agent was paused in every queue that he was logged in to. */
export interface Pause extends Span {
  readonly reason: string;
  readonly open: boolean;
  readonly repairs: readonly AgentRepair[];
}
export interface Talk extends Span {
  readonly queue: string;
  readonly call: string | null;
  readonly ringSeconds: number;
  /** As the PBX counts it; null while it goes on, and where it never told. */
  readonly talkSeconds: number | null;
  readonly open: boolean;
  readonly repairs: readonly AgentRepair[];
}
export interface Missed {
  readonly at: number;
  readonly queue: string;
  readonly call: string | null;
  readonly ringSeconds: number;
}
export interface StateSpan extends Span {
  readonly state: AgentState;
  /** Of a pause. */
  readonly reason: string;
}
export interface AgentTimeline {
  readonly sessions: readonly Session[];
  readonly pauses: readonly Pause[];
  readonly talks: readonly Talk[];
  readonly missed: readonly Missed[];
  /** Without overlap, in order; together they are the sessions. */
  readonly states: readonly StateSpan[];
}

/** Moved from one queue to another: removed here and added there a moment later is one session. */
const MOVE_SECONDS = 5;
/** Nothing was heard of a call's end: longer than any call. */
const LONGEST_TALK_SECONDS = 4 * 3600;

const unionOf = (memberships: readonly Membership[]): Session[] => {
  const made: Session[] = [];
  for (const m of memberships.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = made.at(-1);
    if (last === undefined || m.from > last.to + MOVE_SECONDS) {
      made.push({ from: m.from, to: m.to, open: m.open, queues: [m.queue], repairs: m.repairs });
      continue;
    }
    made[made.length - 1] = {
      from: last.from,
      to: Math.max(last.to, m.to),
      open: last.open || m.open,
      queues: last.queues.includes(m.queue) ? last.queues : [...last.queues, m.queue],
      repairs: [...new Set([...last.repairs, ...m.repairs])],
    };
  }
  return made;
};

/** Talks of the agent, in order. A call whose end nobody told ends when he is next seen without one. */
const talksOf = (facts: readonly AgentFact[], now: number): Talk[] => {
  const talks: Talk[] = [];
  /** Places of talks whose length is not told yet, by queue and call. */
  const untold = new Map<string, number[]>();
  /** Calls whose end was told, by queue and call: it may be told again, when a caller who was sent on hangs up at last. */
  const ended = new Set<string>();
  let open = null as (Talk & { readonly seenAt: number }) | null;
  const end = (to: number, talkSeconds: number | null, mended: boolean): void => {
    if (open === null) return;
    const { seenAt: _seen, ...talk } = open;
    const repairs = mended ? [...talk.repairs, 'talk-end' as const] : talk.repairs;
    if (talkSeconds === null && talk.call !== null) {
      const key = `${talk.queue} ${talk.call}`;
      untold.set(key, [...(untold.get(key) ?? []), talks.length]);
    }
    talks.push({ ...talk, to: Math.max(talk.from, to), talkSeconds, repairs });
    open = null;
  };
  for (const f of facts) {
    if (f.kind === 'complete') {
      const isAgain = f.call !== null && ended.has(`${f.queue} ${f.call}`);
      if (f.call !== null && f.talkSeconds !== null) ended.add(`${f.queue} ${f.call}`);
      if (open !== null && open.call === f.call) {
        end(f.at, f.talkSeconds, false);
        continue;
      }
      // Its end was put in already: he was seen in another call before it was told.
      const places = f.call === null ? undefined : untold.get(`${f.queue} ${f.call}`);
      const mended = f.talkSeconds === null ? places?.at(-1) : places?.pop();
      const known = mended === undefined ? undefined : talks[mended];
      if (mended !== undefined && known !== undefined) talks[mended] = { ...known, talkSeconds: f.talkSeconds };
      else if (f.talkSeconds !== null && !isAgain) {
        if (open !== null) end(f.at - f.talkSeconds, null, true);
        // What was open may have begun after that: two talks of one agent never overlap.
        const from = Math.max(talks.at(-1)?.to ?? -Infinity, f.at - f.talkSeconds);
        const { queue, call, talkSeconds } = f;
        const repairs: AgentRepair[] = ['talk-start'];
        talks.push({
          from: Math.min(from, f.at),
          to: f.at,
          queue,
          call,
          talkSeconds,
          ringSeconds: 0,
          open: false,
          repairs,
        });
      }
      continue;
    }
    if (open !== null && f.kind === 'connect') end(vouchedFrom(f), null, true);
    else if (open !== null && !f.incall && f.kind !== 'removed' && f.at > open.from) end(vouchedFrom(f), null, true);
    if (f.kind === 'connect') {
      const { at: from, queue, call, ringSeconds } = f;
      ended.delete(`${queue} ${call}`);
      open = { from, to: from, queue, call, ringSeconds, talkSeconds: null, open: false, repairs: [], seenAt: from };
    } else if (open !== null) open = { ...open, seenAt: f.at };
  }
  if (open !== null) {
    if (now - open.from > LONGEST_TALK_SECONDS) end(open.seenAt, null, true);
    else {
      const { seenAt: _seen, ...talk } = open;
      talks.push({ ...talk, to: now, open: true });
    }
  }
  return talks;
};

/** After a call the queue leaves its agent alone for `wrapupSeconds`, or until something else rings or begins. */
const wrapupsOf = (facts: readonly AgentFact[]): Span[] =>
  facts.flatMap((f, i) => {
    if (f.kind !== 'complete' || f.wrapupSeconds <= 0) return [];
    let after = i + 1;
    while (after < facts.length && facts[after]?.kind !== 'connect' && facts[after]?.kind !== 'missed') after++;
    const next = facts[after];
    const to = Math.min(f.at + f.wrapupSeconds, next === undefined ? Infinity : vouchedFrom(next));
    return to > f.at ? [{ from: f.at, to }] : [];
  });

/** Moments at which a cover begins or ends, with what covers from there on. */
const sweep = <T extends Span>(
  spans: readonly T[],
  visit: (from: number, to: number, active: ReadonlySet<T>) => void,
) => {
  const edges = spans
    .filter((s) => s.to > s.from)
    .flatMap((s) => [
      { at: s.from, s, on: true },
      { at: s.to, s, on: false },
    ])
    .toSorted((a, b) => a.at - b.at || Number(a.on) - Number(b.on));
  const active = new Set<T>();
  for (const [i, edge] of edges.entries()) {
    if (edge.on) active.add(edge.s);
    else active.delete(edge.s);
    const to = edges[i + 1]?.at ?? edge.at;
    if (to > edge.at && active.size > 0) visit(edge.at, to, active);
  }
};

const unionOfPauses = (
  memberships: readonly Membership[],
  pauses: readonly MembershipPause[],
  now: number,
): Pause[] => {
  const made: Pause[] = [];
  const covers = [
    ...memberships.map((m) => ({ from: m.from, to: m.to, pause: null as MembershipPause | null })),
    ...pauses.map((p) => ({ from: p.from, to: p.to, pause: p as MembershipPause | null })),
  ];
  const open = memberships.some((m) => m.open);
  sweep(covers, (from, to, active) => {
    const here = [...active].flatMap((c) => c.pause ?? []);
    if (here.length === 0 || here.length < active.size - here.length) return;
    // The latest reason counts: pausing anew, with another, is what he did last.
    const { reason, repairs } = here.reduce((a, b) => (b.from >= a.from ? b : a));
    const last = made.at(-1);
    if (last !== undefined && last.to === from && last.reason === reason) {
      made[made.length - 1] = { ...last, to, repairs: [...new Set([...last.repairs, ...repairs])] };
    } else made.push({ from, to, reason, open: false, repairs });
  });
  return made.map((p) => (open && p.to === now ? { ...p, open: true } : p));
};

const statesOf = (
  sessions: readonly Session[],
  talks: readonly Span[],
  pauses: readonly Pause[],
  wrapups: readonly Span[],
): StateSpan[] => {
  const made: StateSpan[] = [];
  const covers = [
    ...sessions.map(({ from, to }) => ({ from, to, rank: 0, state: 'idle' as AgentState, reason: '' })),
    ...wrapups.map(({ from, to }) => ({ from, to, rank: 1, state: 'wrapup' as AgentState, reason: '' })),
    ...pauses.map(({ from, to, reason }) => ({ from, to, rank: 2, state: 'pause' as AgentState, reason })),
    ...talks.map(({ from, to }) => ({ from, to, rank: 3, state: 'talk' as AgentState, reason: '' })),
  ];
  sweep(covers, (from, to, active) => {
    if (![...active].some((c) => c.rank === 0)) return;
    const { state, reason } = [...active].reduce((a, b) => (b.rank > a.rank ? b : a));
    const last = made.at(-1);
    if (last !== undefined && last.to === from && last.state === state && last.reason === reason) {
      made[made.length - 1] = { ...last, to };
    } else made.push({ from, to, state, reason });
  });
  return made;
};

export interface TimelineInput {
  /** Of one agent, in order of time; those of other queues too. */
  readonly facts: readonly AgentFact[];
  /** His memberships now, by queue; null when the PBX is away, and nobody knows. */
  readonly present: ReadonlyMap<string, Presence> | null;
  readonly now: number;
  /** Only these memberships make sessions and pauses, and only their calls count; talk is talk in any queue. Absent: all. */
  readonly inQueue?: (queue: string) => boolean;
}

export const agentTimeline = ({ facts, present, now, inQueue = () => true }: TimelineInput): AgentTimeline => {
  const byQueue = new Map<string, AgentFact[]>();
  for (const f of facts) {
    const known = byQueue.get(f.queue);
    if (known) known.push(f);
    else byQueue.set(f.queue, [f]);
  }
  const queues = new Set([...byQueue.keys(), ...(present?.keys() ?? [])]);
  const parts = [...queues]
    .filter(inQueue)
    .map((queue) =>
      membershipsOf(queue, byQueue.get(queue) ?? [], present === null ? undefined : (present.get(queue) ?? null), now),
    );
  const memberships = parts.flatMap((p) => p.memberships);
  const pauses = unionOfPauses(
    memberships,
    parts.flatMap((p) => p.pauses),
    now,
  );
  const sessions = unionOf(memberships);
  const inOrder = callsInOrder(facts);
  const talks = talksOf(inOrder, now);
  return {
    sessions,
    pauses,
    talks: talks.filter((t) => inQueue(t.queue)),
    missed: facts.flatMap(({ kind, at, queue, call, ringSeconds }) =>
      kind === 'missed' && inQueue(queue) ? [{ at, queue, call, ringSeconds }] : [],
    ),
    states: statesOf(sessions, talks, pauses, wrapupsOf(inOrder)),
  };
};
