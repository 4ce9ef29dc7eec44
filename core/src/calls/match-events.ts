// Which events out of a log are known already: seen live, or read before. One by one, the nearest in time first, so that a
// caller who came back a minute later is not taken for his first call.
import type { LiveEvent } from '../live/event.ts';

/** A stored event, as far as it tells which it is. */
export interface KnownEvent {
  readonly id: string;
  readonly key: string;
  /** Epoch ms. */
  readonly at: number;
  /** Of a talk's end: when the talk began, epoch ms. */
  readonly began?: number | null;
}

/** Clocks of PBX and console differ, and a log writes whole seconds. */
const NEAR_MS = 60_000;
/** What has no call's id is told by its time alone. */
const NEAR_WITHOUT_CALL_MS = 15_000;

const CAUSES: ReadonlySet<string> = new Set(['AgentConnect', 'AgentComplete', 'AgentRingNoAnswer']);

/** Of what two accounts of the same thing agree; null for what no log tells. */
export const eventKey = (e: LiveEvent): string | null => {
  if (e.kind === 'outcome') return ['stay', e.queue, e.uniqueid].join('\t');
  if (e.kind === 'member-removed') return ['out', e.queue, e.interface].join('\t');
  if (e.kind !== 'member') return null;
  const { queue, interface: of, paused } = e.row;
  if (CAUSES.has(e.cause)) return [e.cause, queue, of, e.uniqueid ?? ''].join('\t');
  if (e.cause === 'QueueMemberPause') return [paused ? 'pause' : 'unpause', queue, of].join('\t');
  return e.cause === 'QueueMemberAdded' ? ['in', queue, of].join('\t') : null;
};

const groupedBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const own = groups.get(key);
    if (own) own.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

const nearOf = (e: LiveEvent): number =>
  e.kind === 'outcome' || (e.kind === 'member' && CAUSES.has(e.cause)) ? NEAR_MS : NEAR_WITHOUT_CALL_MS;

/** When the talk began whose end this is, epoch ms; null for anything else. */
export const talkBegan = (e: LiveEvent): number | null =>
  e.kind === 'member' && e.cause === 'AgentComplete' && e.talkSeconds !== null ? e.at - e.talkSeconds * 1000 : null;

/**
 * How far two accounts are apart, ms; null: too far to be of one thing. Of a caller who was sent on, a log writes the end when
 * he hangs up at last, minutes or hours after the agent's part was over: such ends are of one talk when it began at one time.
 */
const apartOf = (e: LiveEvent, one: KnownEvent): number | null => {
  const ends = Math.abs(e.at - one.at);
  const began = talkBegan(e);
  if (began === null || one.began === undefined || one.began === null) return ends <= nearOf(e) ? ends : null;
  const begins = Math.abs(began - one.began);
  return Math.min(ends, begins) <= nearOf(e) ? ends + begins : null;
};

/**
 * The events that are not known. `used` remembers what was matched, from one part of a log to the next.
 * @param known those of the time of the events and a minute around, and ends of their talks since those began
 */
export const unknownEvents = (
  events: readonly LiveEvent[],
  known: readonly KnownEvent[],
  used: Set<string>,
): readonly LiveEvent[] => {
  const byKey = groupedBy(known, (one) => one.key);
  const matched = new Set<LiveEvent>();
  const eventsByKey = groupedBy(events, (e) => eventKey(e) ?? '');
  for (const [key, own] of eventsByKey) {
    const candidates = byKey.get(key) ?? [];
    const pairs = own.flatMap((e) =>
      candidates.flatMap((one) => {
        const apart = used.has(one.id) ? null : apartOf(e, one);
        return apart === null ? [] : [{ e, one, apart }];
      }),
    );
    for (const { e, one } of pairs.toSorted((a, b) => a.apart - b.apart)) {
      if (matched.has(e) || used.has(one.id)) continue;
      matched.add(e);
      used.add(one.id);
    }
  }
  return events.filter((e) => !matched.has(e));
};

export const KNOWN_AROUND_MS = NEAR_MS;

/** Nobody talks longer. */
const LONGEST_TALK_MS = 24 * 3_600_000;

/** Talks that began well before all of these events: the calls of which an end may be known already, and since when. */
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
