// Two accounts of one call, mixed: a log writes whole seconds of the PBX's clock, the console hears with its own. So the end
// of a short call, read from a log, can come to stand before its beginning, which was seen live.
import type { AgentFact } from './agent-fact.ts';

/** As far as two clocks may be apart (`core/calls/match-events.ts`). */
const CLOCKS_APART_SECONDS = 60;

const keyOf = (f: AgentFact): string | null => {
  if (f.call === null) return null;
  // An end without its talk is none that the PBX told.
  return f.kind === 'connect' || (f.kind === 'complete' && f.talkSeconds !== null) ? `${f.queue}\t${f.call}` : null;
};

/** Ends without a beginning before them whose beginning comes after, without an end: each with the place of that beginning. */
const earlyEnds = (facts: readonly AgentFact[]): ReadonlyMap<number, number> => {
  const begun = new Map<string, number>();
  const orphans = new Map<string, number>();
  const found = new Map<number, number>();
  /** Of a call, the end that waits for a beginning, and the beginning that may be its own. */
  const maybe = new Map<string, readonly [end: number, beginning: number]>();
  for (const [i, f] of facts.entries()) {
    const key = keyOf(f);
    if (key === null) continue;
    if (f.kind === 'connect') {
      const end = orphans.get(key);
      const isNear = end !== undefined && f.at - (facts[end]?.at ?? 0) <= CLOCKS_APART_SECONDS;
      orphans.delete(key);
      if (isNear) maybe.set(key, [end, i]);
      else begun.set(key, (begun.get(key) ?? 0) + 1);
    } else if (maybe.delete(key)) continue;
    else if ((begun.get(key) ?? 0) > 0) begun.set(key, (begun.get(key) ?? 0) - 1);
    else orphans.set(key, i);
  }
  for (const [end, beginning] of maybe.values()) found.set(end, beginning);
  return found;
};

/** The facts of one agent in order, each call's end after its beginning. @param facts in order of time */
export const callsInOrder = (facts: readonly AgentFact[]): readonly AgentFact[] => {
  const early = earlyEnds(facts);
  if (early.size === 0) return facts;
  const endOf = new Map([...early].map(([end, beginning]) => [beginning, end]));
  return facts.flatMap((f, i) => {
    if (early.has(i)) return [];
    const end = facts[endOf.get(i) ?? -1];
    return end === undefined ? [f] : [f, { ...end, at: Math.max(end.at, f.at) }];
  });
};
