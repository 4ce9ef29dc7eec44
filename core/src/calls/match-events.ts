// Matches logged events with stored ones (live, or read earlier). Pairs match one to one, the nearest in time first, so that a
// second call of the same caller a minute later is not matched with the first.
import type { LiveEvent } from '../live/event.ts';

/** The common properties of two records of one event. A log has `name` or `interface`, AMI events have both. */
interface EventParts {
  readonly kind: 'stay' | 'in' | 'out' | 'pause' | 'unpause' | 'connect' | 'complete' | 'missed';
  readonly queue: string;
  readonly interface: string;
  readonly name: string;
  /** The caller's unique ID, or ''. */
  readonly call: string;
}

/** A stored event with its identifying properties. */
export interface KnownEvent extends EventParts {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  /** For the end of a talk: start of the talk, epoch ms. */
  readonly began?: number | null;
}

/** Clocks of PBX server and console differ, and a log has whole seconds. */
const NEAR_MS = 60_000;
/** Time tolerance for events without a call ID, which match by time only. */
const NEAR_WITHOUT_CALL_MS = 15_000;
/** Maximum difference of the start of two records of one talk with different call IDs: same agent, same queue. */
const SAME_TALK_MS = 3_000;

const OF_CALL: Readonly<Record<string, EventParts['kind']>> = {
  AgentConnect: 'connect',
  AgentComplete: 'complete',
  AgentRingNoAnswer: 'missed',
};

/** Returns `null` for events that no log contains. */
export const partsOf = (e: LiveEvent): EventParts | null => {
  if (e.kind === 'outcome') return { kind: 'stay', queue: e.queue, interface: '', name: '', call: e.uniqueid };
  if (e.kind === 'member-removed')
    return { kind: 'out', queue: e.queue, interface: e.interface, name: e.name, call: '' };
  if (e.kind !== 'member') return null;
  const { queue, interface: of, name, paused } = e.row;
  const who = { queue, interface: of, name, call: e.uniqueid ?? '' };
  const ofCall = OF_CALL[e.cause];
  if (ofCall !== undefined) return { kind: ofCall, ...who };
  if (e.cause === 'QueueMemberPause') return { kind: paused ? 'pause' : 'unpause', ...who, call: '' };
  return e.cause === 'QueueMemberAdded' ? { kind: 'in', ...who, call: '' } : null;
};

/**
 * Two records can describe one event if they share a key. Call and queue identify a talk, regardless of the agent: a log names a
 * person, who may have two phones or have moved to another. The end of a talk may carry another call id after a Local channel was
 * optimized away. Then agent, queue and start identify it (`apartOf`).
 */
const keysOf = (p: EventParts): readonly string[] => {
  const own = [p.kind, p.queue];
  const agents = [
    ...(p.interface === '' ? [] : [[...own, 'interface', p.interface]]),
    ...(p.name === '' ? [] : [[...own, 'name', p.name]]),
  ];
  const keys =
    p.kind === 'stay' || p.kind === 'connect'
      ? [[...own, p.call]]
      : p.kind === 'complete'
        ? [[...own, p.call], ...agents]
        : agents.map((key) => [...key, p.call]);
  return keys.map((key) => key.join('\t'));
};

const isOfCall = ({ kind }: EventParts): boolean => kind in { stay: 1, connect: 1, complete: 1, missed: 1 };

/** Returns the start of the talk that ends with this event, epoch ms, or `null`. */
export const talkBegan = (e: LiveEvent): number | null =>
  e.kind === 'member' && e.cause === 'AgentComplete' && e.talkSeconds !== null ? e.at - e.talkSeconds * 1000 : null;

/**
 * Distance between two records, ms; `null` when they cannot describe one event. For a transferred caller `queue_log` has the end
 * when the caller hangs up, minutes or hours after the agent's part. Such ends belong to one talk if their starts are equal.
 */
const apartOf = (e: LiveEvent, parts: EventParts, one: KnownEvent): number | null => {
  const ends = Math.abs(e.at - one.at);
  const near = isOfCall(parts) ? NEAR_MS : NEAR_WITHOUT_CALL_MS;
  const began = talkBegan(e);
  const sameCall = parts.call === one.call;
  if (began === null || one.began === undefined || one.began === null) return sameCall && ends <= near ? ends : null;
  const begins = Math.abs(began - one.began);
  if (!sameCall) return begins <= SAME_TALK_MS && ends <= near ? ends + begins : null;
  return Math.min(ends, begins) <= near ? ends + begins : null;
};

interface Pair {
  readonly e: LiveEvent;
  readonly one: KnownEvent;
  readonly apart: number;
  readonly sameCall: boolean;
}

/** Pairs each event with the nearest unused known event. */
const pairUp = (
  events: readonly LiveEvent[],
  byKey: ReadonlyMap<string, readonly KnownEvent[]>,
  used: Set<string>,
): Map<LiveEvent, KnownEvent> => {
  const pairs = events.flatMap((e): Pair[] => {
    const parts = partsOf(e);
    if (parts === null) return [];
    const candidates = new Set(keysOf(parts).flatMap((key) => byKey.get(key) ?? []));
    return [...candidates].flatMap((one): Pair[] => {
      const apart = used.has(one.id) ? null : apartOf(e, parts, one);
      return apart === null ? [] : [{ e, one, apart, sameCall: parts.call === one.call }];
    });
  });
  const matched = new Map<LiveEvent, KnownEvent>();
  const inOrder = pairs.toSorted((a, b) => Number(b.sameCall) - Number(a.sameCall) || a.apart - b.apart);
  for (const { e, one } of inOrder) {
    if (matched.has(e) || used.has(one.id)) continue;
    matched.set(e, one);
    used.add(one.id);
  }
  return matched;
};

const talkOf = (e: LiveEvent): string | null =>
  e.kind === 'member' && e.uniqueid ? [e.row.queue, e.row.interface, e.uniqueid].join('\t') : null;

/**
 * Returns the events that are not stored yet. `used` keeps the matches across parts of a log. If the end of a talk is stored under another
 * call ID, its answer gets that ID too, so that the talk does not count twice.
 * @param known events from one minute before to one minute after, and ends of their talks
 */
export const unknownEvents = (
  events: readonly LiveEvent[],
  known: readonly KnownEvent[],
  used: Set<string>,
): readonly LiveEvent[] => {
  const byKey = new Map<string, KnownEvent[]>();
  for (const one of known)
    for (const key of keysOf(one)) {
      const own = byKey.get(key);
      if (own) own.push(one);
      else byKey.set(key, [one]);
    }
  const isEnd = (e: LiveEvent): boolean => partsOf(e)?.kind === 'complete';
  const ends = pairUp(events.filter(isEnd), byKey, used);
  const callOf = new Map(
    [...ends].flatMap(([e, one]) => {
      const talk = talkOf(e);
      return talk === null || partsOf(e)?.call === one.call ? [] : [[talk, one.call]];
    }),
  );
  const rest = events.filter((e) => !isEnd(e));
  const same = pairUp(rest, byKey, used);
  const renamed = new Map(
    rest.flatMap((e): [LiveEvent, LiveEvent][] => {
      const call = e.kind === 'member' && e.cause === 'AgentConnect' ? callOf.get(talkOf(e) ?? '') : undefined;
      return call === undefined || same.has(e) ? [] : [[e, { ...e, uniqueid: call } as LiveEvent]];
    }),
  );
  const again = pairUp([...renamed.values()], byKey, used);
  return events.flatMap((e) => {
    const named = renamed.get(e) ?? e;
    return ends.has(e) || same.has(e) || again.has(named) ? [] : [named];
  });
};

export const KNOWN_AROUND_MS = NEAR_MS;

/** Above every talk time. */
const LONGEST_TALK_MS = 24 * 3_600_000;

/** Returns the calls of talks that started well before all events, whose end may already be stored, and the earliest start. */
export const longTalks = (
  events: readonly LiveEvent[],
  since: number,
): { readonly from: number; readonly calls: readonly string[] } => {
  const calls = new Set<string>();
  let from = since;
  for (const e of events) {
    const began = talkBegan(e);
    if (began === null || began >= since || e.kind !== 'member' || e.uniqueid === null) continue;
    from = Math.min(from, Math.max(began, e.at - LONGEST_TALK_MS) - NEAR_MS);
    calls.add(e.uniqueid);
  }
  return { from, calls: [...calls] };
};
