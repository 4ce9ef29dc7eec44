// Merges two sources of one call. `queue_log` has whole seconds of the PBX's clock, live events have the console's clock.
// So the logged end of a short call can precede its live start.
import type { AgentFact } from './agent-fact.ts';

/** Maximum clock difference (`core/calls/match-events.ts`). */
const CLOCKS_APART_SECONDS = 60;

const keyOf = (f: AgentFact): string | null => {
  if (f.call === null) return null;
  // An end without talk time was not reported by the PBX server.
  return f.kind === 'connect' || (f.kind === 'complete' && f.talkSeconds !== null) ? `${f.queue}\t${f.call}` : null;
};

/** Returns ends whose start follows later, by index of the end. */
const earlyEnds = (facts: readonly AgentFact[]): ReadonlyMap<number, number> => {
  const begun = new Map<string, number>();
  const orphans = new Map<string, number>();
  const found = new Map<number, number>();
  /** For each call, the end without a start, and the start that may belong to it. */
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

/**
 * Returns the facts of one agent in order, each call's end after its start.
 * @param facts in order of time
 */
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
