// An agent's timeline across all queues. A session counts once, however many queues it spans. At each moment the agent is in
// exactly one of talk, pause, wrap-up and idle, in this order of precedence, so the four add up to the session.
import { vouchedFrom, type AgentFact, type AgentRepair, type Presence, type Span } from './agent-fact.ts';
import { callsInOrder } from './calls-in-order.ts';
import { membershipsOf, type Membership, type MembershipPause } from './agent-memberships.ts';

export type AgentState = 'talk' | 'pause' | 'wrapup' | 'idle';

interface Session extends Span {
  readonly queues: readonly string[];
  readonly open: boolean;
  readonly repairs: readonly AgentRepair[];
}
/** A time during which the agent was paused in every queue they were logged in to. */
interface Pause extends Span {
  readonly reason: string;
  readonly open: boolean;
  readonly repairs: readonly AgentRepair[];
}
interface Talk extends Span {
  readonly queue: string;
  readonly call: string | null;
  readonly ringSeconds: number;
  /** As counted by the PBX server. `null` while the call continues or when never reported. */
  readonly talkSeconds: number | null;
  readonly open: boolean;
  readonly repairs: readonly AgentRepair[];
}
interface Missed {
  readonly at: number;
  readonly queue: string;
  readonly call: string | null;
  readonly ringSeconds: number;
}
interface StateSpan extends Span {
  readonly state: AgentState;
  /** Reason of a pause. */
  readonly reason: string;
}
export interface AgentTimeline {
  readonly sessions: readonly Session[];
  readonly pauses: readonly Pause[];
  readonly talks: readonly Talk[];
  readonly missed: readonly Missed[];
  /** Non-overlapping, in order. Their sum is the sessions. */
  readonly states: readonly StateSpan[];
}

/** A removal followed by an addition within this time is a move between queues: one session. */
const MOVE_SECONDS = 5;
/** Maximum length of a call without an end event. */
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

/** The agent's talks, in order. A call without an end event ends at the agent's next event outside a call. */
const talksOf = (facts: readonly AgentFact[], now: number): Talk[] => {
  const talks: Talk[] = [];
  /** Indexes of talks whose length is not reported yet, by queue and call. */
  const untold = new Map<string, number[]>();
  /** Calls with an end event, by queue and call. A second end event follows when a transferred caller hangs up. */
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
      // The end was added earlier, because the agent appeared in another call first.
      const places = f.call === null ? undefined : untold.get(`${f.queue} ${f.call}`);
      const mended = f.talkSeconds === null ? places?.at(-1) : places?.pop();
      const known = mended === undefined ? undefined : talks[mended];
      if (mended !== undefined && known !== undefined) talks[mended] = { ...known, talkSeconds: f.talkSeconds };
      else if (f.talkSeconds !== null && !isAgain) {
        if (open !== null) end(f.at - f.talkSeconds, null, true);
        // The open call may have started later. Talks of one agent never overlap.
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

/** Returns wrap-up spans: `wrapupSeconds` after a call, or until the next ring or start. */
const wrapupsOf = (facts: readonly AgentFact[]): Span[] =>
  facts.flatMap((f, i) => {
    if (f.kind !== 'complete' || f.wrapupSeconds <= 0) return [];
    let after = i + 1;
    while (after < facts.length && facts[after]?.kind !== 'connect' && facts[after]?.kind !== 'missed') after++;
    const next = facts[after];
    const to = Math.min(f.at + f.wrapupSeconds, next === undefined ? Infinity : vouchedFrom(next));
    return to > f.at ? [{ from: f.at, to }] : [];
  });

/** Visits the times at which a span begins or ends, with the active spans from then on. */
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
  const covers: readonly (Span & { readonly pause: MembershipPause | null })[] = [
    ...memberships.map((m) => ({ from: m.from, to: m.to, pause: null })),
    ...pauses.map((p) => ({ from: p.from, to: p.to, pause: p })),
  ];
  const open = memberships.some((m) => m.open);
  sweep(covers, (from, to, active) => {
    const here = [...active].flatMap((c) => c.pause ?? []);
    if (here.length === 0 || here.length < active.size - here.length) return;
    // The latest reason counts: an agent may pause again with another reason.
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
  const covers: readonly (Span & { readonly rank: number; readonly state: AgentState; readonly reason: string })[] = [
    ...sessions.map(({ from, to }) => ({ from, to, rank: 0, state: 'idle' as const, reason: '' })),
    ...wrapups.map(({ from, to }) => ({ from, to, rank: 1, state: 'wrapup' as const, reason: '' })),
    ...pauses.map(({ from, to, reason }) => ({ from, to, rank: 2, state: 'pause' as const, reason })),
    ...talks.map(({ from, to }) => ({ from, to, rank: 3, state: 'talk' as const, reason: '' })),
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

interface TimelineInput {
  /** Facts of one agent in order of time, including other queues. */
  readonly facts: readonly AgentFact[];
  /** The agent's current memberships by queue. `null` when the link is down. */
  readonly present: ReadonlyMap<string, Presence> | null;
  readonly now: number;
  /** Only these memberships create sessions and pauses, and only their calls count. Talk counts in any queue. Absent: all. */
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
